// SPDX-License-Identifier: Apache-2.0
import SystemPackage
package import Wire

extension TransferProgress {
    /// A file to be sent to a peer.
    package init(sending file: StoredFile, to peer: String) {
        self.init(
            id: TransferID.new(), kind: .sent, name: file.name, peer: peer, total: file.bytes, sha256: file.sha256)
        (phase, path) = (.accepted, file.path.string)
    }

    /// A movie of a recording, to be made and sent to a peer.
    ///
    /// - Parameters:
    ///   - begin: the first frame of the movie of one format; nil for the whole recording.
    ///   - bytes: its estimated size.
    package init(
        sendingMovieOf recording: String, from begin: SeenFrame? = nil, name: String, bytes: Int, to peer: String
    ) {
        self.init(id: TransferID.new(), kind: .sent, name: name, peer: peer, total: bytes, sha256: "")
        (phase, self.recording, self.begin) = (.accepted, recording, begin)
    }

    /// Whether both send the same to the same peer.
    func isSame(as other: TransferProgress) -> Bool {
        peer == other.peer && recording == other.recording && begin == other.begin
            && (recording != nil || path == other.path)
    }
}
