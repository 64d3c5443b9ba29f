// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Camera

@Suite("Damaged pictures")
struct DamagedPicturesTests {
    /// The verdict on the last of `count` damaged pictures in a row, `interval` ticks apart.
    private func verdict(on count: Int, every interval: Int64) -> DamagedPictures.Verdict {
        var pictures = DamagedPictures()
        var verdict = DamagedPictures.Verdict.leaveOut
        for number in 0..<count { verdict = pictures.add(Tick(rawValue: Int64(number) * interval)) }
        return verdict
    }

    @Test("are left out one by one, and 50 in a row end the capture")
    func limit() {
        #expect(verdict(on: 49, every: 3_000) == .leaveOut)
        #expect(verdict(on: 50, every: 3_000) == .fail(pictures: 50))
    }

    @Test("end the capture of a slow camera after 5 s, but never before there are 5")
    func slow() {
        let second = Tick.perSecond
        #expect(verdict(on: 5, every: second) == .leaveOut)
        #expect(verdict(on: 6, every: second) == .fail(pictures: 6))
        #expect(verdict(on: 4, every: 60 * second) == .report(pictures: 1))
        #expect(verdict(on: 5, every: 60 * second) == .fail(pictures: 5))
    }

    @Test("never end a capture that gives whole ones between them, and are reported once a minute, with their number")
    func scattered() {
        var pictures = DamagedPictures()
        var reports: [Int] = []
        // Every tenth of 18,000 pictures: 10 minutes.
        for number in stride(from: 0, to: 18_000, by: 10) {
            switch pictures.add(Tick(rawValue: Int64(number) * 3_000)) {
            case .fail: Issue.record("failed at picture \(number)")
            case .report(let count): reports.append(count)
            case .leaveOut: break
            }
            pictures.endRun()
        }
        #expect(reports == [1] + Array(repeating: 180, count: 9))
    }
}
