// SPDX-License-Identifier: Apache-2.0
import Logging
import Video4Linux
import Wire

/// Control values for the duration of a series, which are not stored.
extension CameraControls {
    /// A control that a series borrows: how to set each value, and what to restore.
    enum Loan: Sendable {
        /// The light's levels.
        case light([Int], before: Int)
        /// Plans for the device.
        case device([ControlPlan], before: ControlPlan)
    }

    /// Lends a control to a series, and remembers its current value; one series at a time.
    ///
    /// Checks all values; the caller sets them.
    func lend(_ bracket: Bracket) throws(Problem) -> Loan {
        guard !isLent else {
            throw .busy(
                "another series changes the controls: wait for its end, or cancel it with `longshot stills cancel`")
        }
        do {
            let loan: Loan
            if bracket.control == Torch.key, let torch {
                loan = .light(try bracket.values.map(torch.level), before: try torch.now())
            } else {
                let now = try read()
                let plans = try bracket.values.map { try ControlPlan(now.catalog, set: [bracket.control: $0]) }
                let before = plans.map(now.values).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
                loan = .device(plans, before: ControlPlan(now.catalog, kept: before))
            }
            isLent = true
            return loan
        } catch {
            throw Problem(control: error)
        }
    }

    /// Sets one of the series' values, by index.
    func expose(_ loan: Loan, _ index: Int) throws(Problem) {
        do {
            switch loan {
            case .light(let levels, _): try torch?.set(levels[index])
            case .device(let plans, _):
                try write(plans[index], isLenient: false)
                try read()
            }
        } catch {
            throw Problem(control: error)
        }
    }

    /// Restores what a series has changed.
    func giveBack(_ loan: Loan) {
        isLent = false
        do {
            switch loan {
            case .light(_, let before): try torch?.set(before)
            case .device(_, let before):
                try write(before, isLenient: true)
                try read()
            }
        } catch {
            logger.warning("controls could not be put back", metadata: ["error": "\(error)"])
        }
    }
}
