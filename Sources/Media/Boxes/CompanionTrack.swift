// SPDX-License-Identifier: Apache-2.0

/// A track beside the video of a movie, whose few samples stand in front of the frames: a time code, or titles of chapters.
struct CompanionTrack {
    /// Content of one box.
    typealias Body = (inout BoxWriter) -> Void

    /// A sample, and how long it lasts in the track's timescale.
    struct Sample {
        let bytes: [UInt8]
        let duration: Int64
    }

    /// The type of the video track's reference to this track.
    let reference: StaticString
    /// The type of its media.
    let handler: StaticString
    /// The name of the handler, for people.
    let name: StaticString
    /// Whether players use the track by itself.
    let isEnabled: Bool
    let timescale: Int64
    let samples: [Sample]
    /// Writes the media's own box in `gmhd`.
    let mediaHeader: Body
    /// Writes the entry of `stsd`.
    let description: Body

    /// The samples, one after the other.
    var payload: [UInt8] { samples.flatMap(\.bytes) }

    private var duration: Int64 { samples.reduce(0) { $0 + $1.duration } }

    /// Writes the track.
    ///
    /// - Parameters:
    ///   - number: the track's id.
    ///   - creationTime: in seconds since 1904.
    ///   - shown: the movie's length in its own timescale.
    ///   - start: the offset of the first sample in the file.
    func write(_ writer: inout BoxWriter, as number: Int, creationTime: Int64, shown: Int64, at start: Int) {
        writer.box("trak") {
            $0.fullBox("tkhd", version: 1, flags: isEnabled ? 3 : 2) {
                $0.u64(creationTime)
                $0.u64(creationTime)
                $0.u32(number)
                $0.u32(0)
                $0.u64(shown)
                $0.zeros(16)
                for value in MovieHeader.matrix { $0.u32(value) }
                $0.zeros(8)
            }
            $0.box("mdia") {
                $0.fullBox("mdhd", version: 1) {
                    $0.u64(creationTime)
                    $0.u64(creationTime)
                    $0.u32(Int(timescale))
                    $0.u64(duration)
                    $0.u16(0x55C4)
                    $0.u16(0)
                }
                MovieHeader.writeHandler(&$0, handler, name)
                $0.box("minf") {
                    $0.box("gmhd") {
                        $0.fullBox("gmin") {
                            // Mode copy, the middle of the colours, no balance.
                            $0.u16(0x40)
                            for _ in 0..<3 { $0.u16(0x8000) }
                            $0.u32(0)
                        }
                        mediaHeader(&$0)
                    }
                    MovieHeader.writeDataReference(&$0)
                    $0.box("stbl") { writeTables(&$0, at: start) }
                }
            }
        }
    }

    private func writeTables(_ writer: inout BoxWriter, at start: Int) {
        writer.fullBox("stsd") {
            $0.u32(1)
            description(&$0)
        }
        writer.fullBox("stts") {
            $0.u32(samples.count)
            for sample in samples {
                $0.u32(1)
                $0.u32(Int(sample.duration))
            }
        }
        writer.fullBox("stsc") {
            for value in [1, 1, samples.count, 1] { $0.u32(value) }
        }
        writer.fullBox("stsz") {
            $0.u32(0)
            $0.u32(samples.count)
            for sample in samples { $0.u32(sample.bytes.count) }
        }
        writer.fullBox("stco") {
            $0.u32(1)
            $0.u32(start)
        }
    }
}
