// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// Who may know of a file, and what of it.
///
/// The owner and browsers or peers with `admin` see everything. People with `view` (remotes and browsers) see all files, but
/// no paths of this machine. A node sees the files that it sent, the stills that it took, and what is sent to it; to it the
/// others do not exist.
struct FileAudience: Sendable {
    let peers: PeerStore

    /// A file as a visitor may see it; nil if the visitor may not know of it.
    func shown(_ file: TransferProgress, to visitor: Visitor?, with grants: Grants) -> TransferProgress? {
        if visitor == .owner || !grants.isDisjoint(with: .admin) { return file }
        guard maySee(file, visitor, grants) else { return nil }
        return file.withoutPath
    }

    private func maySee(_ file: TransferProgress, _ visitor: Visitor?, _ grants: Grants) -> Bool {
        switch visitor {
        case .owner: true
        case .browser: !grants.isDisjoint(with: .view)
        case .peer(let id):
            file.peer == id.text || peers[id]?.role == .remote && !grants.isDisjoint(with: .view)
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
