// SPDX-License-Identifier: Apache-2.0
import Wire

extension RecordingDescription {
    /// Adds why it does not grow, or has no live video or a late one, as the running recorder says: the catalog does not know that.
    ///
    /// - Parameter state: that of the recorder; nil if it does not run.
    mutating func addTrouble(from state: NodeState?) {
        guard let open = state?.recordings.first(where: { $0.id == id }) else { return }
        (trouble, liveTrouble) = (open.trouble, open.liveTrouble)
    }
}
