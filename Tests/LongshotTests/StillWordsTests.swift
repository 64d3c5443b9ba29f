// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import longshot

@Suite("A still of the camera's list")
struct StillWordsTests {
    private func still(_ save: SavePreference, for recipients: [String] = [], has: [String]? = nil) -> Still {
        var still = Still(
            id: "s1", job: "j", name: "s1.jpg", camera: "c", type: "image/jpeg", width: 1, height: 1, bytes: 2,
            sha256: "ef", askedAt: 0, shownAt: 0, tick: 0, epoch: 1, skew: 0, uncertainty: 0, clamped: false,
            source: .ring, save: save, recipients: recipients)
        still.receivedBy = has
        return still
    }

    @Test("is on a recorder once each recorder that gets it has confirmed that")
    func place() {
        #expect(still(.camera).placeWords == "stays on the camera")
        #expect(still(.recorder, for: ["a"]).placeWords == "goes to a recorder")
        #expect(still(.both, for: ["a"]).placeWords == "on the camera; goes to a recorder")
        #expect(still(.both, for: ["a", "b"], has: ["a"]).placeWords == "on the camera; goes to a recorder")
        #expect(still(.both, for: ["a"], has: ["a"]).placeWords == "on the camera; a recorder has received it")
        let report = StillReport(still(.both, for: ["a", "b"], has: ["a"]), path: nil)
        #expect(report.save == "both" && report.recipients == ["a", "b"] && report.receivedBy == ["a"])
    }

    @Test("is not deleted without a word while a recorder waits for it")
    func loss() {
        #expect([still(.camera), still(.both, for: ["a"], has: ["a"])].lossWords == nil)
        let one = [still(.camera), still(.both, for: ["a"])].lossWords
        #expect(
            one
                == "1 still goes to a recorder that has not stored it yet: once it is deleted here, the recorder does not get it"
        )
        let two = [still(.recorder, for: ["a"]), still(.both, for: ["a"])].lossWords
        #expect(two?.hasPrefix("2 stills go to a recorder that has not stored them yet: once they are deleted") == true)
    }
}
