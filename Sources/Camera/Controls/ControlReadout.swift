// SPDX-License-Identifier: Apache-2.0
import Video4Linux
import Viewing
import Wire

/// A snapshot of a device's controls and their values.
struct ControlReadout: Sendable {
    let catalog: ControlCatalog
    private let values: [UInt32: VideoValue]

    /// Reads all values from the driver.
    init(_ device: borrowing VideoDevice) throws {
        catalog = ControlCatalog(try device.controls())
        var values: [UInt32: VideoValue] = [:]
        // Omits a value that cannot be read now.
        for control in catalog.controls { values[control.id] = try? device.value(of: control) }
        self.values = values
    }

    /// The controls with their values, for people.
    func sheet(_ book: ControlBook) -> [CameraControl] {
        catalog.sheet(values, kept: Set(book.values.keys))
    }

    var exposure: ExposureValues {
        var exposure = ExposureValues()
        for control in catalog.controls {
            guard case .number(let number)? = values[control.id] else { continue }
            switch KnownControl.named(control.id)?.key {
            case "exposure":
                if case .number(let seconds) = control.shown(.number(number)) { exposure.seconds = seconds }
            case "gain" where control.minimum < control.maximum:
                exposure.gain = ExposureValues.Gain(value: number, range: control.minimum...control.maximum)
            case "iso":
                let item = control.items.first { $0.index == number }
                exposure.iso = item.flatMap { Double(control.name(of: $0)) }.map { Int($0.rounded()) }
            default: continue
            }
        }
        return exposure
    }

    /// The current values of what a plan would change: raw, by the driver's names.
    func values(of plan: ControlPlan) -> [String: VideoValue] {
        Dictionary(
            plan.steps.compactMap { step in values[step.control.id].map { (step.control.key, $0) } }
        ) { first, _ in first }
    }
}
