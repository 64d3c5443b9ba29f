// SPDX-License-Identifier: Apache-2.0
import Testing
import Transfers
import Trust
import Wire

@testable import longshot

@Suite("The files of a node on the command line")
struct FileSendersTests {
    @Test("name their senders: the owner, this user, a known node, or else the beginning of an id")
    func senders() throws {
        let (node, user, camera, other) = (
            try NodeIdentity().id, try NodeIdentity().id, try NodeIdentity().id, try NodeIdentity().id
        )
        let senders = FileSenders(
            of: node.text, user: user.text,
            CameraNames(nodes: [(id: camera, name: "porch"), (id: camera, name: "old")]))
        #expect(
            [node, user, camera, other].map { senders.name(of: $0.text) } == [
                "the owner", "this user", "porch", other.short,
            ])
        #expect(senders.name(of: "no-id-but-text") == "no-id-b")
    }

    @Test("are not found on the node that was asked, which the answer names")
    func unknown() {
        let node = NodeDescription(id: "i", name: "porch", role: .camera, version: "1", capabilities: [])
        let problem = FilesCommand.Selection.naming(node, in: .noFile("x"))
        #expect(problem.detail.hasPrefix("there is no file x on porch, a camera: it was deleted"), "\(problem)")
        #expect(problem.status == 404)
        #expect(FilesCommand.Selection.naming(nil, in: .noFile("x")) == .noFile("x"))
    }
}
