// SPDX-License-Identifier: Apache-2.0
import Pipelines

/// A name that nothing has: no node, recording, still or control.
struct UnknownName: Error, CustomStringConvertible {
    /// What was looked for, such as `paired node`.
    let kind: String
    /// Where, such as `on the camera`; empty if that goes without saying.
    var place = ""
    /// The name as the user wrote it.
    let name: String
    /// The names that exist; the nearest one is suggested.
    let known: [String]
    /// The command that lists them.
    let list: String
    /// What may be the reason, as a sentence; empty if nothing is known.
    var hint = ""

    var description: String {
        let nearest = Suggestion.closest(to: name, in: known).map { " Did you mean \"\($0)\"?" } ?? ""
        return
            "there is no \(kind) \"\(name)\"\(place.isEmpty ? "" : " \(place)").\(nearest) `\(list)` lists what there is."
            + (hint.isEmpty ? "" : " \(hint)")
    }
}
