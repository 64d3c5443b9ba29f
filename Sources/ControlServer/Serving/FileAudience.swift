// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

/// Which files a visitor may see, and which of their fields.
///
/// The owner and visitors with `admin` see everything. Remotes and browsers with `view` see the files of the cameras that they may
/// view, without local paths. A camera or recorder sees the files that it sent, its own stills, and the files sent to it.
struct FileAudience: Sendable {
    let peers: PeerStore

    /// The file as a visitor may see it; nil if the visitor may not see it.
    func shown(_ file: TransferProgress, to visitor: Visitor?, with rights: Rights) -> TransferProgress? {
        if isPrivileged(visitor, rights) { return file }
        return isShown(peer: file.peer, to: visitor, with: rights) ? file.withoutPath : nil
    }

    /// Whether a visitor may see the files of a peer, which sent them or, of stills, is their camera.
    func isShown(peer: String, to visitor: Visitor?, with rights: Rights) -> Bool {
        if isPrivileged(visitor, rights) { return true }
        return switch visitor {
        case .owner: true
        case .browser: rights.scope().includes(peer)
        case .peer(let id): peer == id.text || peers[id]?.role == .remote && rights.scope().includes(peer)
        case .stranger, .anonymous, nil: false
        }
    }

    private func isPrivileged(_ visitor: Visitor?, _ rights: Rights) -> Bool {
        visitor == .owner || !rights.grants.isDisjoint(with: .admin)
    }
}

extension TransferProgress {
    /// The same without the local path, which only the owner and visitors with `admin` may see.
    var withoutPath: TransferProgress {
        var progress = self
        progress.path = nil
        return progress
    }
}
