// SPDX-License-Identifier: Apache-2.0
import SystemPackage
package import Wire

extension TransferProgress {
    /// A file that is to go to a peer.
    package init(sending file: StoredFile, to peer: String) {
        self.init(
            id: TransferID.new(), kind: .sent, name: file.name, peer: peer, total: file.bytes, sha256: file.sha256)
        (phase, path) = (.accepted, file.path.string)
    }

    /// A movie that is to be made of a recording and to go to a peer.
    ///
    /// - Parameter bytes: about how large it will be.
    package init(sendingMovieOf recording: String, name: String, bytes: Int, to peer: String) {
        self.init(id: TransferID.new(), kind: .sent, name: name, peer: peer, total: bytes, sha256: "")
        (phase, self.recording) = (.accepted, recording)
    }

    /// Whether the same goes to the same peer.
    func isSame(as other: TransferProgress) -> Bool {
        peer == other.peer && recording == other.recording && (recording != nil || path == other.path)
    }
}
