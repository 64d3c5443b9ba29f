// SPDX-License-Identifier: Apache-2.0

/// The boxes that describe one video track: the whole of an init segment and the head of an exported file.
///
/// All creation times are 0 and nothing depends on when or where it runs, so equal input gives equal bytes.
package struct MovieHeader {
    let format: VideoFormat
    /// The units of time in a second, of the movie and of the track.
    package var timescale = Tick.perSecond
    /// The length of the media in the track; 0 in an init segment.
    package var mediaDuration: Int64 = 0
    /// The part of the media that is shown; nil for all of it.
    package var edit: (start: Int64, duration: Int64)?

    /// The header of a movie without media.
    package init(format: VideoFormat) {
        self.format = format
    }

    /// The unity matrix (ISO 14496-12 8.2.2).
    private static let matrix = [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000]

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

    /// ISO 14496-12 8.2.1; `tables` writes what follows `stsd` in `stbl`, `extensions` what follows `trak`.
    package func writeMovie(
        _ writer: inout BoxWriter,
        tables: (inout BoxWriter) -> Void,
        extensions: (inout BoxWriter) -> Void = { _ in }
    ) {
        let shown = edit?.duration ?? mediaDuration
        writer.box("moov") {
            $0.fullBox("mvhd", version: 1) {
                $0.zeros(16)
                $0.u32(Int(timescale))
                $0.u64(shown)
                $0.u32(0x0001_0000)
                $0.u16(0x0100)
                $0.zeros(10)
                for value in Self.matrix { $0.u32(value) }
                $0.zeros(24)
                $0.u32(2)
            }
            $0.box("trak") {
                writeTrackHeader(&$0, shown)
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
                writeMedia(&$0, tables)
            }
            extensions(&$0)
        }
    }

    /// ISO 14496-12 8.3.2: enabled, in the movie, in its preview.
    private func writeTrackHeader(_ writer: inout BoxWriter, _ shown: Int64) {
        writer.fullBox("tkhd", version: 1, flags: 7) {
            $0.zeros(16)
            $0.u32(1)
            $0.u32(0)
            $0.u64(shown)
            $0.zeros(16)
            for value in Self.matrix { $0.u32(value) }
            $0.u32(format.width << 16)
            $0.u32(format.height << 16)
        }
    }

    private func writeMedia(_ writer: inout BoxWriter, _ tables: (inout BoxWriter) -> Void) {
        writer.box("mdia") {
            $0.fullBox("mdhd", version: 1) {
                $0.zeros(16)
                $0.u32(Int(timescale))
                $0.u64(mediaDuration)
                $0.u16(0x55C4)
                $0.u16(0)
            }
            $0.fullBox("hdlr") {
                $0.u32(0)
                $0.text("vide")
                $0.zeros(12)
                $0.text("Video")
                $0.u8(0)
            }
            $0.box("minf") {
                $0.fullBox("vmhd", flags: 1) { $0.zeros(8) }
                $0.box("dinf") {
                    $0.fullBox("dref") {
                        $0.u32(1)
                        $0.fullBox("url ", flags: 1) { _ in }
                    }
                }
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
}
