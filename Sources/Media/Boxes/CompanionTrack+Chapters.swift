// SPDX-License-Identifier: Apache-2.0

extension CompanionTrack {
    /// A text track with the titles of chapters (QuickTime File Format: chapter lists); nil for none.
    init?(_ chapters: MovieChapters) {
        guard !chapters.entries.isEmpty else { return nil }
        (reference, handler, name, isEnabled) = ("chap", "text", "Chapters", false)
        timescale = MovieChapters.timescale
        let ends = chapters.entries.dropFirst().map(\.start) + [chapters.duration]
        samples = zip(chapters.entries, ends).map { entry, end in
            var sample = BoxWriter(reserving: entry.title.utf8.count + 14)
            sample.u16(entry.title.utf8.count)
            sample.append(Array(entry.title.utf8))
            // The text is UTF-8.
            sample.box("encd") { $0.u32(0x100) }
            return Sample(bytes: sample.bytes, duration: min(end - entry.start, Int64(Int32.max)))
        }
        mediaHeader = { writer in
            writer.box("text") { for value in MovieHeader.matrix { $0.u32(value) } }
        }
        description = { writer in
            writer.box("text") {
                $0.zeros(6)
                $0.u16(1)
                // Flags, justification, colours, box, reserved, font, face, colour: all of the player's choice; no font's name.
                $0.zeros(44)
            }
        }
    }
}
