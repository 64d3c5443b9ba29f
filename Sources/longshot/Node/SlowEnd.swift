// SPDX-License-Identifier: Apache-2.0

/// Services did not end in time after they were asked to.
struct SlowEnd: Error, CustomStringConvertible {
    /// The services that were still running, in the order of their start.
    let services: [String]
    /// How long they had.
    let limit: Duration
    /// Whether they ended when they were cancelled.
    let haveEnded: Bool

    var description: String {
        let seconds = limit.components.seconds
        return "after \(seconds) s, \(services.joined(separator: ", ")) had not ended"
            + (haveEnded ? " and had to be cancelled" : "; the program ends without them")
            + ". The next start recovers what was in progress. If this happens again, run with --log-level info to see what "
            + "takes long"
    }
}
