// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// Who may know of a file, and what of it.
///
/// The owner and browsers or peers with `admin` see everything. People with `view` (remotes and browsers) see the files of the
/// cameras that they may view, or all, but no paths of this machine. A node sees the files that it sent, the stills that it took, and what is sent to it; to it the
/// others do not exist.
struct FileAudience: Sendable {
    let peers: PeerStore

    /// A file as a visitor may see it; nil if the visitor may not know of it.
    func shown(_ file: TransferProgress, to visitor: Visitor?, with rights: Rights) -> TransferProgress? {
        if visitor == .owner || !rights.grants.isDisjoint(with: .admin) { return file }
        guard maySee(file, visitor, rights) else { return nil }
        return file.withoutPath
    }

    private func maySee(_ file: TransferProgress, _ visitor: Visitor?, _ rights: Rights) -> Bool {
        switch visitor {
        case .owner: true
        case .browser: rights.scope().includes(file.peer)
        case .peer(let id):
            file.peer == id.text || peers[id]?.role == .remote && rights.scope().includes(file.peer)
        case .stranger, .anonymous, nil: false
        }
    }
}

extension TransferProgress {
    /// The same without the path on this machine, which is for the owner.
    var withoutPath: TransferProgress {
        var progress = self
        progress.path = nil
        return progress
    }
}
