// SPDX-License-Identifier: Apache-2.0

/// The chapters of a movie in order, the first one at 0, each with a length: the content of a chapter track and of `chpl`.
///
/// They count milliseconds: at a movie's timescale a chapter of many hours is longer than a sample may last.
struct MovieChapters {
    /// Chapters of the same moment are one.
    struct Entry: Equatable {
        /// Milliseconds from the first shown frame.
        let start: Int64
        /// At most 255 bytes.
        var title: String
    }

    static let timescale: Int64 = 1_000
    /// The title of the chapter in front of the first one.
    private static let opening = "Start"
    /// The longest title that `chpl` can hold, in bytes.
    private static let titleLimit = 255
    /// The largest number of chapters that `chpl` can hold.
    private static let listLimit = 255

    private(set) var entries: [Entry] = []
    /// The movie's length in milliseconds.
    let duration: Int64

    /// - Parameter duration: the movie's length in ticks.
    init(_ chapters: [MovieMetadata.Chapter], duration: Int64) {
        self.duration = max(1, Tick.units(duration, in: Self.timescale))
        let last = self.duration - 1
        let sorted = chapters.map {
            (start: min(max(0, Tick.units($0.start, in: Self.timescale)), last), title: $0.title)
        }
        .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        if let first = sorted.first, first.start > 0 { entries.append(Entry(start: 0, title: Self.opening)) }
        for (start, title) in sorted {
            if let last = entries.last, last.start == start {
                entries[entries.count - 1].title = Self.shortened("\(last.title); \(title)")
            } else {
                entries.append(Entry(start: start, title: Self.shortened(title)))
            }
        }
    }

    /// Writes the list that most players read (Nero's box `chpl`), without chapters after the 255th.
    func writeList(_ writer: inout BoxWriter) {
        guard !entries.isEmpty else { return }
        writer.fullBox("chpl", version: 1) {
            $0.u32(0)
            let listed = entries.prefix(Self.listLimit)
            $0.u8(listed.count)
            for entry in listed {
                // In units of 100 ns.
                $0.u64(entry.start.multipliedSaturating(by: 10_000))
                $0.u8(entry.title.utf8.count)
                $0.append(Array(entry.title.utf8))
            }
        }
    }

    private static func shortened(_ title: String) -> String {
        var title = title
        while title.utf8.count > titleLimit { title.removeLast() }
        return title
    }
}
