// SPDX-License-Identifier: Apache-2.0
import Logging
import Video4Linux
import Wire

/// Values for the length of a series: nothing of them is kept.
extension CameraControls {
    /// What is to be put back when a series is over.
    struct Loan: Sendable {
        fileprivate let values: [String: VideoValue]
        fileprivate let light: Int?
    }

    /// Lends a control to a series, and remembers what it is now; one series at a time.
    ///
    /// All values are checked before the first is set.
    func lend(_ bracket: Bracket) throws(Problem) -> Loan {
        guard !isLent else {
            throw .busy(
                "another series changes the controls: wait for its end, or cancel it with `longshot stills cancel`")
        }
        do {
            var loan = Loan(values: [:], light: nil)
            if bracket.control == Torch.key, let torch {
                for value in bracket.values { _ = try torch.level(value) }
                loan = Loan(values: [:], light: try torch.now())
            } else {
                let readout = try read()
                var before: [String: VideoValue] = [:]
                for value in bracket.values {
                    let plan = try ControlPlan(readout.catalog, set: [bracket.control: value])
                    before.merge(readout.values(of: plan)) { $1 }
                }
                loan = Loan(values: before, light: nil)
            }
            isLent = true
            return loan
        } catch {
            throw Problem(control: error)
        }
    }

    /// Sets a value of a series.
    func expose(_ control: String, at value: ControlValue) throws(Problem) {
        do {
            if control == Torch.key, let torch { return try torch.set(torch.level(value)) }
            try write(ControlPlan(read().catalog, set: [control: value]), isLenient: false)
            try read()
        } catch {
            throw Problem(control: error)
        }
    }

    /// Puts back what a series has changed.
    func giveBack(_ loan: Loan) {
        isLent = false
        do {
            if let light = loan.light { try torch?.set(light) }
            guard !loan.values.isEmpty else { return }
            try write(ControlPlan(read().catalog, kept: loan.values), isLenient: true)
            try read()
        } catch {
            logger.warning("controls could not be put back", metadata: ["error": "\(error)"])
        }
    }
}
