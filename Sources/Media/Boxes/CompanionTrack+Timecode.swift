// SPDX-License-Identifier: Apache-2.0

extension CompanionTrack {
    /// A time code track (QuickTime File Format: timecode media); nil for a rate that cannot be counted.
    ///
    /// - Parameter shown: the movie's length in its timescale.
    init?(_ timecode: Timecode, timescale: Int64, shown: Int64) {
        guard let rate = timecode.rate(timescale) else { return nil }
        var sample = BoxWriter(reserving: 4)
        sample.u32(Int(timecode.count(at: rate)))
        (reference, handler, name, isEnabled) = ("tmcd", "tmcd", "Time code", true)
        self.timescale = timescale
        // Some players read durations as signed 32-bit numbers.
        samples = [Sample(bytes: sample.bytes, duration: min(shown, Int64(Int32.max)))]
        mediaHeader = { writer in
            writer.box("tmcd") {
                $0.fullBox("tcmi") {
                    // The system's font, plain, 12 points, black on white.
                    for value in [0, 0, 12, 0, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF] { $0.u16(value) }
                    $0.u8(0)
                }
            }
        }
        description = { writer in
            writer.box("tmcd") {
                $0.zeros(6)
                $0.u16(1)
                $0.u32(0)
                // Bit 1: it starts again at midnight. No bit 0: no numbers are dropped.
                $0.u32(2)
                $0.u32(Int(timescale))
                $0.u32(Int(rate.interval))
                $0.u8(Int(rate.frames))
                $0.u8(0)
            }
        }
    }
}
