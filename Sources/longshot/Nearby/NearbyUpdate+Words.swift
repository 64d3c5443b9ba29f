// SPDX-License-Identifier: Apache-2.0
import Wire

extension NearbyUpdate {
    /// The update for a person, on one line.
    var words: String {
        switch phase {
        case .seen:
            return (position?.words ?? "") + (age.map { ", \($0 / 1_000_000) ms ago" } ?? "")
        case .absent: return "not in sight" + (reason.map { ": \($0)" } ?? "")
        case .suspended: return "suspended: \(reason ?? "")"
        case .resumed: return "looked for again"
        case .invalidated: return "over: \(reason ?? "")"
        }
    }
}
