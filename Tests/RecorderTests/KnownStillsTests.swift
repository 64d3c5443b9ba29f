// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import Recorder

@Suite("The stills that a recorder knows")
struct KnownStillsTests {
    private static func still(_ number: Int, of camera: String) -> Still {
        let id = "20261127T120000Z-\(number)-0001"
        return Still(
            id: id, job: "job", name: "\(id).jpg", camera: camera, type: "image/jpeg", width: 1, height: 1, bytes: 2,
            sha256: "ef", askedAt: 0, shownAt: 0, tick: 0, epoch: 1, skew: 0, uncertainty: 0, clamped: false,
            source: .ring,
            save: .recorder)
    }

    @Test("Those of a camera that cannot be fetched are bounded: the oldest one makes room for another")
    func failed() {
        var known = KnownStills()
        known.expect(Self.still(1, of: "other"))
        for number in 1...KnownStills.mostFailed + 5 {
            let still = Self.still(10_000 + number, of: "lying")
            known.expect(still)
            _ = known.update(known.id(of: still)) { $0.phase = .failed }
        }
        #expect(known.open.count == KnownStills.mostFailed + 1)
        #expect(known.open[known.id(of: Self.still(1, of: "other"))] != nil)
        #expect(known.open[known.id(of: Self.still(10_001, of: "lying"))] == nil)
        #expect(known.open[known.id(of: Self.still(10_000 + KnownStills.mostFailed, of: "lying"))] != nil)
    }
}
