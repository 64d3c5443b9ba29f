// SPDX-License-Identifier: Apache-2.0
import Media

extension [EpochClock] {
    /// The clock of an epoch that a camera names by its id, or by its own number if it keeps no accounts; nil if it is unknown.
    func told(as id: String?, or number: Int) -> EpochClock? {
        last { clock in
            id.map { clock.account?.id == $0 } ?? (clock.account?.id == nil && clock.epoch == number)
        }
    }
}
