// SPDX-License-Identifier: Apache-2.0
import Media
import Testing
import Wire

@testable import Footage
@testable import Recorder

@Suite("What a camera gives of its footage is checked")
struct FootageSourceTests {
    @Test("A manifest that tells the same page again is given up")
    func samePage() async throws {
        let source = FixedSource(fragments: [Self.announcement(1), Self.announcement(2)], bytes: [])
        await #expect(throws: Problem.self) { try await source.eachPage(epoch: 1, after: 0) { _ in true } }
        await #expect(throws: Problem.self) { try await source.eachPage(from: "a", after: 0) { _ in true } }
    }

    @Test("An epoch that the camera has forgotten proves nothing, and is no failure")
    func forgottenEpoch() async throws {
        let source = FixedSource(fragments: [Self.announcement(1)], forgotten: ["gone"])
        let witness = ManifestWitness(source, camera: (id: "c", name: "c"))
        await witness.learn([1: "gone"])
        #expect(try await witness.proof(of: FragmentID(epoch: 1, sequence: 1)) == nil)
    }

    @Test("Bytes of another digest or length are refused")
    func damage() async throws {
        var announced = Self.announcement(1)
        (announced.bytes, announced.sha256) = (3, Digest(of: [1, 2, 3]).hex)
        #expect(try await FixedSource(bytes: [1, 2, 3]).checkedFragment(announced) == [1, 2, 3])
        await #expect(throws: DamagedFootage.self) {
            try await FixedSource(bytes: [1, 2, 4]).checkedFragment(announced)
        }
        await #expect(throws: DamagedFootage.self) { try await FixedSource(bytes: [1, 2]).checkedFragment(announced) }
        announced.initDigest = announced.sha256.uppercased()
        #expect(try await FixedSource(bytes: [1, 2, 3]).checkedInitSegment(of: announced) == [1, 2, 3])
        await #expect(throws: DamagedFootage.self) {
            try await FixedSource(bytes: [3]).checkedInitSegment(of: announced)
        }
    }

    private static func announcement(_ sequence: Int) -> FragmentAnnouncement {
        FragmentAnnouncement(
            epoch: 1, sequence: sequence, segment: 1, base: 0, initDigest: "", codec: "h264", width: 1, height: 1,
            firstTick: 0, lastTick: 1, nominalInterval: 1, frames: 1, bytes: 1, sha256: "", isSync: true, captured: 1,
            spooled: true, gaps: [])
    }
}
