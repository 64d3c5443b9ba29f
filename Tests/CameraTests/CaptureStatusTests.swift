// SPDX-License-Identifier: Apache-2.0
import Media
import Tasks
import Testing
import Viewing
import Wire

@testable import Camera

@Suite("The state of a capture")
struct CaptureStatusTests {
    private let values = ExposureValues(seconds: 0.01)

    private func footage(at nanoseconds: Int64, epoch: Int) throws -> Exposure {
        let unit = AccessUnit(tick: Tick(nanoseconds: nanoseconds), isSync: true, bytes: [0xFF, 0xD8])
        let group = try #require(FrameGroup([unit], of: try .jpeg(width: 64, height: 64)))
        return Exposure(FootageFrame(group: group, epoch: epoch, utcAtTickZero: 0, device: CaptureDevice()))
    }

    @Test("knows the exposure of a recorded frame from when it was read, in the same epoch")
    func exposure() throws {
        let status = CaptureStatus(pipeline: "test", events: EventFeed())
        status.begin(device: "camera")
        status.change { $0.epoch = 2 }
        let before = monotonicNanoseconds() - 1_000_000
        status.expose(values)
        let after = monotonicNanoseconds() + 1_000_000
        status.expose(values)
        #expect(try status.values(of: footage(at: after, epoch: 2)) == values)
        #expect(try status.values(of: footage(at: before, epoch: 2)) == ExposureValues())
        #expect(try status.values(of: footage(at: after, epoch: 1)) == ExposureValues())
        let photograph = Photograph(bytes: [], width: 1, height: 1, capturedAt: before, epoch: 2)
        let pick = MomentRing<Photograph>.Pick(picture: photograph, clamped: false, isNext: false)
        #expect(status.values(of: Exposure(pick)) == values)
        status.begin(device: "another")
        #expect(try status.values(of: footage(at: after, epoch: 2)) == ExposureValues())
    }
}
