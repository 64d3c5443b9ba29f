// SPDX-License-Identifier: Apache-2.0
import Footage
import Testing
import Wire

@testable import Recorder

@Suite("A recording in progress")
struct OpenRecordingTests {
    private func open(before milliseconds: Int = 0) -> OpenRecording {
        OpenRecording(
            Recording(id: "r", camera: "c", cameraName: "porch", transport: "udp", startedAt: 7), transport: .udp,
            latencyMilliseconds: 100, beforeMilliseconds: milliseconds)
    }

    @Test("that was stopped in a session that broke has the moment in the next one, which begins with the stop")
    func stopped() async {
        let open = open()
        _ = open.inputs()
        open.tell(.stop)
        open.disconnect()
        #expect(open.isStopping && open.stopTime == nil, "the camera would have named the last fragment")
        var inputs = open.inputs().makeAsyncIterator()
        #expect(open.stopTime != nil)
        guard case .stop? = await inputs.next() else {
            Issue.record("the next session does not hear of the stop")
            return
        }
    }

    @Test("tells its camera of a trouble once, and of its end once")
    func trouble() {
        let open = open()
        #expect(!open.noteTrouble())
        _ = open.complain("no space")
        #expect(open.noteTrouble() && !open.noteTrouble())
        _ = open.complain("no space at all")
        #expect(!open.noteTrouble())
        _ = open.complain(nil)
        #expect(open.noteTrouble() && !open.noteTrouble())
    }

    @Test("begins now while its start is recent, and earlier if that is wanted, at most an hour")
    func before() {
        #expect(open().beforeNow == 0)
        #expect((2_000...60_000).contains(open(before: 2_000).beforeNow))
        #expect(open(before: 3_600_000).beforeNow == 3_600_000)
    }
}
