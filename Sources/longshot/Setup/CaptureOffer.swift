// SPDX-License-Identifier: Apache-2.0
import Camera
import Wire

/// A choice of what a camera box captures.
struct CaptureOffer: Sendable, Equatable {
    /// What the user reads.
    let title: String
    /// The capture pipeline.
    let capture: String
    /// Values for it; nil to keep those that are set.
    let values: [String]?

    /// What can be captured here, and the index of the default.
    ///
    /// The present choice is the default. A test picture is not: it is what a new camera box has.
    ///
    /// - Parameters:
    ///   - files: where the links to cameras are.
    ///   - isOneOfSeveral: whether the machine has more than one, so that each is named by its device.
    ///   - present: the pipeline that is set.
    ///   - presentValues: the values that are set for it.
    static func all(
        of reports: [PluggedCamera], in files: SystemFiles = SystemFiles(), isOneOfSeveral: Bool = false,
        present: String, _ presentValues: [String]
    ) -> (offers: [CaptureOffer], fallback: Int) {
        var offers: [CaptureOffer] = []
        for (index, report) in reports.enumerated() {
            guard let choice = report.auto else { continue }
            let title = "\(report.device.name), \(report.device.path): \(choice.pipeline), \(choice.why)"
            // The first camera is found again under any name, and its mode is measured at each start.
            offers.append(
                index == 0 && !isOneOfSeveral
                    ? CaptureOffer(title: title, capture: CameraSettings.automatic, values: [])
                    : CaptureOffer(
                        title: title, capture: choice.pipeline,
                        values: choice.values.map { permanent($0, report.device.path, files) }))
        }
        let test = Settings.table.cameraCapture.fallback
        offers.append(CaptureOffer(title: "a test picture", capture: test, values: []))
        let isChosen = present != test || !presentValues.isEmpty
        guard isChosen else { return (offers, 0) }
        let same = offers.firstIndex { $0.capture == present && $0.values == presentValues }
        if let same { return (offers, same) }
        let now = CaptureOffer(title: "as it is: \(present)", capture: present, values: nil)
        return ([now] + offers, 0)
    }

    /// A value in which the path of a camera is replaced by a link that leads to it under any number, if udev made one.
    private static func permanent(_ value: String, _ path: String, _ files: SystemFiles) -> String {
        let (key, folder) = ("camera.device=", "/dev/v4l/by-id")
        guard value == key + path else { return value }
        let number = path.split(separator: "/").last
        let link = files.names(in: folder).first { name in
            files.destination(of: "\(folder)/\(name)")?.split(separator: "/").last == number
        }
        return link.map { "\(key)\(folder)/\($0)" } ?? value
    }

    /// What is said of the cameras that are not offered.
    ///
    /// - Parameter taken: the paths of those that other nodes of this machine use.
    static func remarks(_ reports: [PluggedCamera], taken: Set<String> = []) -> [String] {
        guard !reports.isEmpty else { return ["No camera is plugged in. When it is, run this command again."] }
        return reports.compactMap { report in
            let camera = "\(report.device.name), \(report.device.path),"
            if taken.contains(report.device.path) { return "\(camera) is used by another node of this machine" }
            guard report.auto == nil else { return nil }
            return "\(camera) has no mode that is recorded as it comes: `longshot cameras` lists its modes"
        }
    }
}
