// SPDX-License-Identifier: Apache-2.0
import Media
import MediaSamples
import Pipelines
import Testing
import Wire

@testable import Viewing

@Suite("A still of footage", .timeLimit(.minutes(1)))
struct FootageStillTests {
    private let developer = StillDeveloper(library: PipelineLibrary(home: nil))

    /// 20 frames of H.264, of a size that is no multiple of 16.
    private func group() async throws -> FrameGroup {
        try await withScratch { directory in
            let units = try EncodedVideo.units(
                await EncodedVideo.h264(frames: 20, width: 642, height: 362, in: directory))
            let format = try #require(units[0].format)
            return try #require(FrameGroup(units.map(\.unit), of: format))
        }
    }

    @Test("is the last frame of the group at its full size, in either format", arguments: StillFormat.allCases)
    func sizes(format: StillFormat) async throws {
        let picture = try await developer.develop(try await group(), as: format)
        let size = try #require(PictureFile.size(of: picture))
        #expect(size.width == 642 && size.height == 362)
    }

    @Test("is refused if a frame gives no picture, instead of showing another frame")
    func damaged() async throws {
        let whole = try await group()
        let empty = AccessUnit(tick: whole.shown.tick, isSync: false, bytes: [])
        let group = try #require(FrameGroup(whole.units.dropLast() + [empty], of: whole.format))
        let problem = await #expect(throws: Problem.self) { try await developer.develop(group, as: .jpeg) }
        #expect(problem?.detail.contains("20 frames gave 19 pictures") == true, "\(problem?.detail ?? "")")
    }

    @Test("is the picture itself in JPEG footage, which is never made into PNG")
    func jpeg() async throws {
        let unit = AccessUnit(tick: Tick(rawValue: 1), isSync: true, bytes: [0xFF, 0xD8, 7])
        let format = try VideoFormat.jpeg(width: 64, height: 48)
        let group = try #require(FrameGroup([unit], of: format))
        #expect(try await developer.develop(group, as: .jpeg) == unit.bytes)
        let problem = await #expect(throws: Problem.self) { try await developer.develop(group, as: .png) }
        #expect(problem?.detail.contains("ask for jpeg") == true)
    }

    @Test("is a job for a process of its own, too")
    func job() throws {
        let job = PictureJob(
            pipeline: "moment", caps: AnnexB.streamCaps, bytes: [1, 2], last: .init(count: 20, format: .png))
        #expect(try PictureJob(job.message()) == job)
    }
}
