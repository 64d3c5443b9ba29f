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

    @Test("does not say that its camera gives no picture while the camera is away")
    func away() {
        let open = open()
        _ = open.inputs()
        var capture = CaptureState(pipeline: "p")
        (capture.phase, capture.reason) = (.failed, "no device")
        open.tell(.capture(capture))
        #expect(open.trouble == "the camera gives no picture: no device")
        open.disconnect()
        #expect(open.trouble == nil)
    }

    /// An announcement of a second of an epoch.
    private func second(_ number: Int) -> FragmentAnnouncement {
        FragmentAnnouncement(
            epoch: 1, sequence: number, segment: 1, base: 0, initDigest: "", codec: "h264", width: 16, height: 16,
            firstTick: Int64(number) * 90_000, lastTick: Int64(number) * 90_000 + 87_000, nominalInterval: 3_000,
            frames: 30,
            bytes: 1, sha256: "", isSync: true, captured: 30, spooled: true, gaps: [])
    }

    @Test(
        "is not behind because of footage from before it, and is when what was announced does not come; both are told")
    func lag() {
        let open = open(before: 30_000)
        _ = open.inputs()
        for number in 1...3 { open.kept(second(number)) }
        open.tell(.fragment(second(30)))
        #expect(open.trouble == nil && !open.isTroubleNews)
        for number in 31...36 { open.tell(.fragment(second(number))) }
        #expect(open.trouble?.contains("6 s behind") == true && open.isTroubleNews)
        #expect(open.noteTrouble() && !open.isTroubleNews)
        open.kept(second(4))
        #expect(open.trouble != nil)
        open.kept(second(36))
        #expect(open.trouble == nil && open.isTroubleNews)
    }

    @Test("begins now while its start is recent, and earlier if that is wanted, at most an hour")
    func before() {
        #expect(open().beforeNow == 0)
        #expect((2_000...60_000).contains(open(before: 2_000).beforeNow))
        #expect(open(before: 3_600_000).beforeNow == 3_600_000)
    }
}
