// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Logging
import Media
import Pipelines
import Tasks
import Testing
import TestSupport
import Viewing
import Wire

@Suite("A preview", .timeLimit(.minutes(1)))
struct PreviewTests {
    /// 60 frames of H.264 with a key frame every 0.5 s, like those of a camera.
    private static func video() async throws -> [FormattedAccessUnit] {
        let pipeline = try Pipeline(
            parsing:
                "videotestsrc num-buffers=60 pattern=ball ! video/x-raw,format=I420,width=1280,height=720,framerate=30/1 "
                + "! x264enc key-int-max=15 tune=zerolatency speed-preset=ultrafast option-string=scenecut=0 ! "
                + "video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=encoded sync=false")
        let sink = try pipeline.sink(named: "encoded")
        var assembler = AccessUnitAssembler(codec: .h264)
        var units: [FormattedAccessUnit] = []
        try await pipeline.playing { _ in
            try await sink.forEach(
                { sample -> FormattedAccessUnit? in
                    let tick = Tick(nanoseconds: 7_000_000_000 + (sample.runningTime ?? 0))
                    let before = try sample.withBytes { try assembler.push($0, tick: tick) } ?? nil
                    return before ?? assembler.flush()
                }, perform: { units.append($0) })
        }
        return units
    }

    private func withPreview(_ body: (Preview) async throws -> Void) async throws {
        let nursery = Nursery()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await nursery.run() }
            defer { group.cancelAll() }
            try await body(
                Preview(
                    library: PipelineLibrary(home: nil), nursery: nursery, clockOffset: 1_000,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        }
    }

    @Test(
        "gives each viewer pictures of 640 pixels that name their frames, from a key frame on, and costs nothing afterwards"
    )
    func pictures() async throws {
        let units = try await Self.video()
        #expect(units.count == 60)
        try await withPreview { preview in
            // Without a viewer these units have no effect.
            for unit in units { preview.send(unit, epoch: 3) }
            let ticks = Set(units.map(\.unit.tick.rawValue))
            do {
                let (one, two) = (try preview.pictures(), try preview.pictures())
                #expect(preview.viewers == 2)
                let feeding = Task {
                    // Slower than the decoder, until the test ends; the stream repeats with later times.
                    for round in 0..<200 {
                        for unit in units {
                            let tick = unit.unit.tick.rawValue + Int64(round) * 180_000
                            let later = AccessUnit(
                                tick: Tick(rawValue: tick), isSync: unit.unit.isSync, bytes: unit.unit.bytes)
                            preview.send(FormattedAccessUnit(unit: later, format: unit.format), epoch: 3)
                            try await Task.sleep(for: .milliseconds(5))
                        }
                    }
                }
                defer { feeding.cancel() }
                for viewer in [one, two] {
                    var last: Int64 = 0
                    var count = 0
                    for await picture in viewer {
                        let size = try #require(PictureFile.size(of: picture.jpeg))
                        #expect(size.width == 640 && size.height == 360)
                        #expect(picture.epoch == 3 && picture.tick.rawValue > last)
                        #expect(picture.capturedAt == picture.tick.nanoseconds - 1_000)
                        // Times in nanoseconds are rounded to ticks, so that the neighbouring tick is accepted too.
                        let folded = (picture.tick.rawValue - 630_000) % 180_000 + 630_000
                        #expect(ticks.contains(folded) || ticks.contains(folded + 1) || ticks.contains(folded - 1))
                        last = picture.tick.rawValue
                        count += 1
                        if count == 10 { break }
                    }
                    #expect(count == 10)
                }
            }
            try await eventually("nobody looks any more") { preview.viewers == 0 }
        }
    }

    @Test("shows a viewer who joins late the group of pictures that is in progress, without a key frame")
    func joining() async throws {
        let units = try await Self.video()
        try await withPreview { preview in
            for unit in units[...7] { preview.send(unit, epoch: 3) }
            let pictures = try preview.pictures()
            let feeding = Task {
                // No key frame comes: the group goes on with copies of a picture.
                for number in 8..<20_000 {
                    let tick = Tick(rawValue: 630_000 + Int64(number) * 3_000)
                    let unit = AccessUnit(tick: tick, isSync: false, bytes: units[7].unit.bytes)
                    preview.send(FormattedAccessUnit(unit: unit, format: units[7].format), epoch: 3)
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            defer { feeding.cancel() }
            let picture = try #require(await pictures.first { _ in true })
            #expect(PictureFile.size(of: picture.jpeg)?.width == 640)
        }
    }

    @Test("lets eight look, and says so to the ninth")
    func limit() async throws {
        try await withPreview { preview in
            var viewers = try (0..<Preview.limit).map { _ in try preview.pictures() }
            let problem = #expect(throws: Problem.self) { try preview.pictures() }
            #expect(problem?.status == 429)
            viewers.removeLast()
            try await eventually("one has gone") { preview.viewers == Preview.limit - 1 }
            _ = viewers
        }
    }

    @Test("passes JPEG on as it came")
    func jpeg() async throws {
        try await withPreview { preview in
            let pictures = try preview.pictures()
            let unit = AccessUnit(tick: Tick(rawValue: 90_000), isSync: true, bytes: [0xFF, 0xD8, 1, 2])
            preview.send(FormattedAccessUnit(unit: unit, format: try .jpeg(width: 8, height: 8)), epoch: 1)
            let picture = try #require(await pictures.first { _ in true })
            #expect(picture.jpeg == unit.bytes && picture.epoch == 1 && picture.tick == unit.tick)
        }
    }

    @Test("has the frames of the group in progress for a still, and no other")
    func groupInProgress() async throws {
        let units = try await Self.video()
        try await withPreview { preview in
            for unit in units[...37] { preview.send(unit, epoch: 3) }
            let group = try #require(preview.group(showing: units[35].unit.tick + 1, within: 1, epoch: 3))
            #expect(group.units == units[30...35].map(\.unit) && group.format == units[30].format)
            #expect(preview.group(showing: units[29].unit.tick, within: 1_500, epoch: 3) == nil)
            #expect(preview.group(showing: units[38].unit.tick, within: 1_500, epoch: 3) == nil)
            #expect(preview.group(showing: units[35].unit.tick + 2, within: 1, epoch: 3) == nil)
            #expect(preview.group(showing: units[35].unit.tick, within: 1, epoch: 4) == nil)
        }
    }
}
