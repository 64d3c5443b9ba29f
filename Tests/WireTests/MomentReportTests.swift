// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("One moment of several cameras")
struct MomentReportTests {
    private func shot(_ name: String, skew: Int64, uncertainty: Int64) -> MomentShot {
        let still = Still(
            id: name, job: "j", name: "\(name).jpg", camera: name, type: "image/jpeg", width: 1, height: 1, bytes: 1,
            sha256: "", askedAt: 100, shownAt: 100 + skew, tick: 1, epoch: 1, skew: skew, uncertainty: uncertainty,
            clamped: false, source: .ring, save: .both)
        return MomentShot(camera: name, name: name, still: still)
    }

    @Test("The spread is from the first picture to the last, and as uncertain as the two worst clocks")
    func spread() {
        let report = MomentReport(
            at: 100,
            shots: [
                shot("a", skew: -9, uncertainty: 3), shot("b", skew: 5, uncertainty: 1),
                MomentShot(camera: "c", name: "c", problem: "away"), shot("d", skew: -2, uncertainty: 4),
            ])
        #expect(report.spread == 14 && report.spreadUncertainty == 7)
    }

    @Test("There is no spread of fewer than two pictures")
    func alone() {
        #expect(MomentReport(at: 1, shots: []).spread == nil)
        let report = MomentReport(
            at: 1, shots: [shot("a", skew: 3, uncertainty: 1), MomentShot(camera: "b", name: "b", problem: "away")])
        #expect(report.spread == nil && report.spreadUncertainty == nil)
    }
}
