// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Media
import Recorder

/// A place in a recording as an argument: seconds from its start, also as `90s` or `1.5m`, or a moment in UTC.
enum Moment: ExpressibleByArgument, Sendable, Equatable {
    /// Nanoseconds after the recording's first frame.
    case offset(Int64)
    /// Nanoseconds since 1970, UTC.
    case utc(Int64)

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count <= 3, let numbers = Moment.numbers(parts) {
            // Minutes and seconds behind a colon end at 59.
            guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
            let seconds = numbers.reduce(0) { $0 * 60 + $1 }
            guard seconds < 1e9 else { return nil }
            self = .offset(Int64((seconds * 1e9).rounded()))
            return
        }
        if let interval = Interval(argument: argument) {
            self = .offset(Int64(interval.milliseconds) * 1_000_000)
            return
        }
        guard Moment.isPossible(argument) else { return nil }
        for fractional in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractional)
            if let date = try? style.parse(argument) {
                let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
                // Nanoseconds in 64 bits end in the year 2262.
                guard abs(microseconds) < 9e15 else { return nil }
                self = .utc(Int64(microseconds) * 1_000)
                return
            }
        }
        return nil
    }

    /// - Parameter isEnd: whether it is the end of a range, which is no part of it.
    func position(in timeline: RecordingTimeline, isEnd: Bool = false) -> FootagePosition {
        switch self {
        case .offset(let nanoseconds): timeline.position(offset: nanoseconds, isEnd: isEnd)
        case .utc(let nanoseconds): timeline.position(utc: nanoseconds, isEnd: isEnd)
        }
    }

    /// Whether the place is more than a second behind the last frame of the recording.
    func isFar(behind timeline: RecordingTimeline) -> Bool {
        let (place, end) = (position(in: timeline), timeline.end)
        switch self {
        case .offset: return place.epoch > end.epoch || place.tick - end.tick > Tick.perSecond
        case .utc(let moment): return timeline.utc(at: end).map { moment - $0 > 1_000_000_000 } ?? false
        }
    }

    /// Whether a moment with a date exists in the calendar: Foundation takes 02-30 for 03-02, and 24:61 for the next day.
    private static func isPossible(_ argument: String) -> Bool {
        let (style, time) = (Date.ISO8601FormatStyle(), argument.prefix("2026-11-21T10:00:00".count))
        let zone = argument.dropFirst(time.count).drop { $0 == "." || $0.isNumber }
        guard zone.wholeMatch(of: /[Zz]|[+\-]([01][0-9]|2[0-3])(:?[0-5][0-9])?/) != nil,
            let date = try? style.parse("\(time)Z")
        else { return false }
        // A date or a time that does not exist comes out as another one.
        return style.format(date) == "\(time)Z"
    }

    private static func numbers(_ parts: [Substring]) -> [Double]? {
        let numbers = parts.compactMap { part in
            part.allSatisfy({ $0.isNumber || $0 == "." }) ? Double(part) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }
}
