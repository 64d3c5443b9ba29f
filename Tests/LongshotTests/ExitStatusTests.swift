// SPDX-License-Identifier: Apache-2.0
import Testing
import Transfers
import Wire

@testable import longshot

@Suite("The exit code of an error")
struct ExitStatusTests {
    @Test("is 2 for a file that did not arrive as it was announced, or was changed while it was sent")
    func damaged() {
        let refused = Problem("wrong-digest", status: 422, title: "Wrong digest", detail: "nothing of it is kept")
        #expect(ExitStatus.status(for: refused) == .damaged)
        #expect(ExitStatus.status(for: TransferError.changed(path: "/tmp/a")) == .damaged)
        let unreadable = TransferError.file(path: "/tmp/a", operation: "read", reason: "no such file", code: nil)
        #expect(ExitStatus.status(for: unreadable) == .failed)
        #expect(ExitStatus.status(for: Problem.conflict("not now")) == .failed)
    }
}
