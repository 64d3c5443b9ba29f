// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Foundation
import Pipelines
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
        let folder = try spool ?? configuration[\.cameraSpool]
        settings.spool = try configuration.checking(Settings.table.cameraSpool, over: spool) {
            try folder.map(NodeConfiguration.folder)
        }
        settings.spoolBytes = try configuration[\.cameraSpoolBytes]
        settings.spoolSeconds = try configuration[\.cameraSpoolSeconds]
        settings.screen = try screen ?? configuration[\.cameraScreen]
        settings.torch = try configuration[\.cameraTorch].map { FilePath($0) }
        settings.isNearbyPermitted = try nearby ?? configuration[\.cameraNearby]
        settings.viewers = try configuration[\.viewers]
    }

    /// Throws if there are no pipelines of the names for the capture and the screen.
    func check(_ settings: CameraSettings, over configuration: NodeConfiguration) throws {
        let library = PipelineLibrary(home: settings.home)
        if settings.capture != CameraSettings.automatic {
            try configuration.checking(Settings.table.cameraCapture, over: capture) {
                _ = try library.find(settings.capture)
            }
        }
        guard let name = settings.screen else { return }
        try configuration.checking(Settings.table.cameraScreen, over: screen) {
            _ = try library.find(name)
        }
    }

    /// An error of a camera's start; if it is about the screen or a value for an element, with the place where that was set,
    /// unless an option gave it.
    func located(_ error: any Error, in configuration: NodeConfiguration) -> any Error {
        guard let refusal = error as? PipelineError else { return error }
        if case .unusable(_, as: .screen, _) = refusal, screen == nil {
            return configuration.located(refusal, of: Settings.table.cameraScreen)
        }
        guard !values.contains(where: refusal.concerns), let configured = try? configuration[\.cameraSet],
            configured.contains(where: refusal.concerns)
        else { return error }
        return configuration.located(refusal, of: Settings.table.cameraSet)
    }
}

extension PipelineError {
    /// Whether a value `element.property=value` is the one that cannot be used.
    fileprivate func concerns(_ value: String) -> Bool {
        switch self {
        case .badSetting(let text), .refused(_, let text, _, _): value == text
        case .noElement(let name, _, _): value.hasPrefix("\(name).")
        case .badSecret(let path, _): value.hasSuffix("=@\(path)")
        case .notFound, .unreadable, .ambiguous, .unusable, .unprotected: false
        }
    }
}
