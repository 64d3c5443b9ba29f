// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import longshot

@Suite("The recording of a named camera")
struct RunningCamerasTests {
    private let porch = String(repeating: "a", count: 52)

    private func cameras(_ open: [RecordingDescription], at: Int64? = 0) -> RunningCameras {
        RunningCameras(
            open, links: [], revoked: [RunningCameras.Revoked(id: porch, name: "porch", at: at)], pairing: "(pair)",
            list: "longshot record status --home /h")
    }

    private func recording(
        _ state: RecordingDescription.State = .recording, id: String = "r1", name: String = "old name"
    ) -> RecordingDescription {
        RecordingDescription(
            id: id, camera: porch, cameraName: name, transport: .udp, state: state, startedAt: 0)
    }

    private func problem(_ cameras: RunningCameras, _ name: String) -> String {
        do { return try cameras.wishes(name).map { try $0.id.get() }.joined(separator: " ") } catch {
            return "\(error)"
        }
    }

    @Test("is found by the present name of a camera that was revoked while it was open")
    func open() {
        #expect(problem(cameras([recording()]), "porch") == "r1")
        #expect(problem(cameras([recording()]), "old name") == "r1")
        // After the catalog was restored, two of a camera may be open.
        let both = cameras([recording(), recording(id: "r2", name: "new name")])
        for name in ["porch", "old name", "new name", String(porch.prefix(9))] {
            #expect(problem(both, name) == "r1 r2", "\(name)")
        }
    }

    @Test("is over if the camera was revoked: the words say when, and what records it again")
    func revoked() {
        #expect(
            problem(cameras([]), "porch")
                == "this recorder has revoked porch at 1970-01-01T00:00:00Z, and no recording of it is open. "
                + "To record it again, pair them: (pair)")
        #expect(problem(cameras([], at: nil), "porch").hasPrefix("this recorder has revoked porch, and no recording"))
        #expect(problem(cameras([]), "gate").contains("`longshot record status --home /h` lists what there is"))
    }

    @Test("that waits for footage says whether the camera comes back by itself")
    func stopping() {
        func note(_ state: RecordingDescription.State, _ refusal: String?) -> String? {
            RecordCommand.Stop.note(recording(state), refusal: refusal, "(pair)") { "longshot recordings \($0) r1" }
        }
        #expect(note(.stopped, nil) == nil)
        #expect(note(.stopping, nil)?.contains("when the camera is back") == true)
        var link = CameraLinkState(address: "192.0.2.4:5664")
        link.reason = "revoked: it revoked this recorder at 2026-11-21T09:59:00Z; pair them again"
        #expect(
            note(.stopping, link.refusal)
                == "the recording ends at this moment, and old name does not come back by itself: it revoked this recorder at "
                + "2026-11-21T09:59:00Z. What it holds is fetched once they are paired again: (pair). To close the recording "
                + "without that footage: longshot recordings settle r1")
        link.reason = "connection refused"
        #expect(link.refusal == nil)
        var full = recording(.stopping)
        for trouble in ["no space", "no space."] {
            full.trouble = trouble
            let words = RecordCommand.Stop.note(full, refusal: nil, "(pair)") { "longshot recordings \($0) r1" }
            #expect(words?.contains("is over: no space. To close") == true, "\(words ?? "")")
            #expect(words?.contains("without the rest: longshot recordings settle r1; to give back") == true)
        }
        #expect(full.obstacle == nil && recording(.recording).obstacle == "it is not over")
    }
}
