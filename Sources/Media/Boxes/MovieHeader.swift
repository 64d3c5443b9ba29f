// SPDX-License-Identifier: Apache-2.0

/// The boxes that describe one video track: the whole of an init segment and the head of an exported file.
///
/// Nothing depends on when or where it runs, so equal input gives equal bytes. Without metadata all creation times are 0.
package struct MovieHeader {
    /// The format of the track.
    package var format: VideoFormat
    /// The units of time in a second, of the movie and of the track.
    package var timescale = Tick.perSecond
    /// The length of the media in the track; 0 in an init segment.
    package var mediaDuration: Int64 = 0
    /// The part of the media that is shown; nil for all of it.
    package var edit: (start: Int64, duration: Int64)?
    /// What the movie says about itself; nil in an init segment.
    package var metadata: MovieMetadata?

    /// The header of a movie without media.
    package init(format: VideoFormat) {
        self.format = format
    }

    /// The samples of the tracks beside the video, which stand in the file in front of the frames.
    package var companionData: [UInt8] { companions.flatMap(\.payload) }

    /// The length of the shown part.
    private var shown: Int64 { edit?.duration ?? mediaDuration }
    private var creationTime: Int64 { metadata?.creationTime ?? 0 }
    private var chapters: MovieChapters {
        let (seconds, rest) = shown.flooredDivision(by: timescale)
        let ticks = seconds.multipliedSaturating(by: Tick.perSecond)
            .addingSaturating(rest * Tick.perSecond / timescale)
        return MovieChapters(metadata?.chapters ?? [], duration: ticks)
    }
    /// The tracks beside the video, with ids from 2 on.
    private var companions: [CompanionTrack] {
        [
            metadata?.timecode.flatMap { CompanionTrack($0, timescale: timescale, shown: shown) },
            CompanionTrack(chapters),
        ].compactMap(\.self)
    }

    /// The unity matrix (ISO 14496-12 8.2.2).
    static let matrix = [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000]

    /// ISO 14496-12 4.3.
    package func writeFileType(_ writer: inout BoxWriter, fragmented: Bool) {
        writer.box("ftyp") {
            $0.text(fragmented ? "iso5" : "isom")
            $0.u32(512)
            if fragmented {
                $0.text("isomiso5iso6mp41")
            } else {
                $0.text("isomiso2mp41")
            }
            if format.codec == .h264 { $0.text("avc1") }
        }
    }

    /// ISO 14496-12 8.2.1.
    ///
    /// - Parameters:
    ///   - companionsAt: the offset of `companionData` in the file.
    ///   - tables: writes what follows `stsd` in `stbl`.
    ///   - extensions: writes what follows `trak`.
    package func writeMovie(
        _ writer: inout BoxWriter,
        companionsAt start: Int = 0,
        tables: (inout BoxWriter) -> Void,
        extensions: (inout BoxWriter) -> Void = { _ in }
    ) {
        let companions = companions
        writer.box("moov") {
            $0.fullBox("mvhd", version: 1) {
                writeTimes(&$0)
                $0.u32(Int(timescale))
                $0.u64(shown)
                $0.u32(0x0001_0000)
                $0.u16(0x0100)
                $0.zeros(10)
                for value in Self.matrix { $0.u32(value) }
                $0.zeros(24)
                $0.u32(2 + companions.count)
            }
            $0.box("trak") {
                writeTrackHeader(&$0)
                if let edit {
                    $0.box("edts") {
                        $0.fullBox("elst", version: 1) {
                            $0.u32(1)
                            $0.u64(edit.duration)
                            $0.u64(edit.start)
                            $0.u32(0x0001_0000)
                        }
                    }
                }
                if !companions.isEmpty {
                    $0.box("tref") {
                        for (index, track) in companions.enumerated() { $0.box(track.reference) { $0.u32(index + 2) } }
                    }
                }
                writeMedia(&$0, tables)
            }
            var start = start
            for (index, track) in companions.enumerated() {
                track.write(&$0, as: index + 2, creationTime: creationTime, shown: shown, at: start)
                start += track.payload.count
            }
            extensions(&$0)
            metadata?.writeUserData(&$0, chapters, timescale: timescale)
        }
    }

    /// The times of creation and of the last change, which are the same.
    private func writeTimes(_ writer: inout BoxWriter) {
        for _ in 0..<2 { writer.u64(creationTime) }
    }

    /// ISO 14496-12 8.3.2: enabled, in the movie, in its preview.
    private func writeTrackHeader(_ writer: inout BoxWriter) {
        let orientation = metadata?.device.orientation ?? .upright
        writer.fullBox("tkhd", version: 1, flags: 7) {
            writeTimes(&$0)
            $0.u32(1)
            $0.u32(0)
            $0.u64(shown)
            $0.zeros(16)
            for value in orientation.matrix(width: format.width, height: format.height) { $0.u32(value) }
            $0.u32(format.width << 16)
            $0.u32(format.height << 16)
        }
    }

    private func writeMedia(_ writer: inout BoxWriter, _ tables: (inout BoxWriter) -> Void) {
        writer.box("mdia") {
            $0.fullBox("mdhd", version: 1) {
                writeTimes(&$0)
                $0.u32(Int(timescale))
                $0.u64(mediaDuration)
                $0.u16(0x55C4)
                $0.u16(0)
            }
            Self.writeHandler(&$0, "vide", "Video")
            $0.box("minf") {
                $0.fullBox("vmhd", flags: 1) { $0.zeros(8) }
                Self.writeDataReference(&$0)
                $0.box("stbl") {
                    $0.fullBox("stsd") {
                        $0.u32(1)
                        SampleEntry.write(format, to: &$0)
                    }
                    tables(&$0)
                }
            }
        }
    }

    /// ISO 14496-12 8.4.3.
    static func writeHandler(_ writer: inout BoxWriter, _ type: StaticString, _ name: StaticString) {
        writer.fullBox("hdlr") {
            $0.u32(0)
            $0.text(type)
            $0.zeros(12)
            $0.text(name)
            $0.u8(0)
        }
    }

    /// ISO 14496-12 8.7.2: the samples are in the same file.
    static func writeDataReference(_ writer: inout BoxWriter) {
        writer.box("dinf") {
            $0.fullBox("dref") {
                $0.u32(1)
                $0.fullBox("url ", flags: 1) { _ in }
            }
        }
    }
}
