// SPDX-License-Identifier: Apache-2.0
import Logging
import Video4Linux
import Wire

/// Values for the length of a series: nothing of them is kept.
extension CameraControls {
    /// A control in the hands of a series: how each of its values is set, and what is to be put back.
    enum Loan: Sendable {
        /// The light's levels.
        case light([Int], before: Int)
        /// Plans for the device.
        case device([ControlPlan], before: ControlPlan)
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

    /// Sets one of the values of a series, by its place among them.
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

    /// Puts back what a series has changed.
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
