// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import SystemPackage

/// What a camera takes, besides what every node takes.
struct CameraOptions: ParsableArguments {
    @Option(
        help: "The capture pipeline: a name, the path of a file, or auto: what suits the camera that is plugged in.")
    var capture: String?

    @Option(name: .customLong("set"), help: "A value for a named element: element.property=value. May be repeated.")
    var values: [String] = []

    @Option(help: "Memory for the ring of raw frames, in bytes; 0 for none.")
    var ringBytes: Int?

    @Option(help: "The folder of the ring of encoded footage. In memory (/dev/shm/…) it spares flash.")
    var spool: String?

    @Option(help: "Show the picture on a screen of this machine too: screen, or a pipeline of your own.")
    var screen: String?

    /// Flags over environment over file over defaults.
    func apply(to settings: inout CameraSettings, over configuration: NodeConfiguration) throws {
        settings.capture = capture ?? configuration.string(.cameraCapture) ?? settings.capture
        settings.values = try (configuration.strings(.cameraSet) ?? []) + values
        settings.ringBytes = try ringBytes ?? configuration.int(.cameraRingBytes) ?? settings.ringBytes
        (settings.make, settings.model) = (configuration.string(.cameraMake), configuration.string(.cameraModel))
        settings.aperture = try configuration.number(.cameraAperture, in: 0.5...256)
        settings.focalLength = try configuration.number(.cameraFocalLength, in: 0.1...10_000)
        settings.isoPerGain = try configuration.number(.cameraISOPerGain, in: 0.001...10_000)
        if let text = configuration.string(.cameraOrientation) {
            guard let orientation = PictureOrientation(rawValue: text) else {
                let known = PictureOrientation.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError.badValue(
                    key: ConfigurationKey.cameraOrientation.rawValue, reason: "must be one of \(known), not \(text)")
            }
            settings.orientation = orientation
        }
        settings.spool = (spool ?? configuration.string(.cameraSpool)).map { FilePath($0) }
        settings.screen = screen ?? configuration.string(.cameraScreen)
        settings.torch = configuration.string(.cameraTorch).map { FilePath($0) }
        settings.spoolBytes = try configuration.int(.cameraSpoolBytes) ?? settings.spoolBytes
        settings.viewers = try configuration.int(.viewers) ?? settings.viewers
        settings.spoolSeconds = try configuration.int(.cameraSpoolSeconds) ?? settings.spoolSeconds
        try ConfigurationKey.cameraRingBytes.require(settings.ringBytes, in: 0...(8 << 30))
        try ConfigurationKey.viewers.require(settings.viewers, in: 0...64)
        try ConfigurationKey.cameraSpoolBytes.require(settings.spoolBytes, in: (16 << 20)...(1 << 50))
        try ConfigurationKey.cameraSpoolSeconds.require(settings.spoolSeconds, in: 10...31_536_000)
    }
}
