// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import SystemPackage

/// The options of a camera, besides those of every node.
struct CameraOptions: ParsableArguments {
    @Option(\.cameraCapture, completion: .captureFile) var capture: String?
    @Option(\.cameraSet) var values: [String]
    @Option(\.cameraRingBytes) var ringBytes: Int?
    @Option(\.cameraSpool) var spool: String?
    @Option(\.cameraScreen) var screen: String?
    @Flag(\.cameraNearby) var nearby: Bool?

    /// Options win over the environment, that over the file, that over defaults; values for elements add up.
    func apply(to settings: inout CameraSettings, over configuration: NodeConfiguration) throws {
        settings.capture = try capture ?? configuration[\.cameraCapture]
        settings.values = try configuration[\.cameraSet] + values
        settings.ringBytes =
            try ringBytes ?? configuration[\.cameraRingBytes]
            ?? CameraSettings.usualRing(memory: ProcessInfo.processInfo.physicalMemory)
        settings.make = try configuration[\.cameraMake]
        settings.model = try configuration[\.cameraModel]
        settings.aperture = try configuration[\.cameraAperture]
        settings.focalLength = try configuration[\.cameraFocalLength]
        settings.isoPerGain = try configuration[\.cameraISOPerGain]
        settings.orientation = try configuration[\.cameraOrientation]
        settings.spool = try (spool ?? configuration[\.cameraSpool]).map(NodeConfiguration.folder)
        settings.spoolBytes = try configuration[\.cameraSpoolBytes]
        settings.spoolSeconds = try configuration[\.cameraSpoolSeconds]
        settings.screen = try screen ?? configuration[\.cameraScreen]
        settings.torch = try configuration[\.cameraTorch].map { FilePath($0) }
        settings.isNearbyPermitted = try nearby ?? configuration[\.cameraNearby]
        settings.viewers = try configuration[\.viewers]
    }
}
