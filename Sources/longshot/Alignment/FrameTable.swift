// SPDX-License-Identifier: Apache-2.0
import Footage
import Foundation
import Media
import SystemPackage
import Wire

/// The table of a clip: a row for each frame that players show, and one for each stretch where frames are missing.
struct FrameTable {
    /// A row; a missing stretch has no frame number.
    struct Row: Encodable {
        /// The number of the frame in the clip, from 0.
        let frame: Int?
        /// `frame`, or `missing`.
        let state: String
        /// The number of missing frames; 0 if only time is missing, nil if nobody knows it.
        let missing: Int?
        /// How long a missing stretch is; nil for frames, and if its end is unknown.
        let missingSeconds: Double?
        /// Why they are missing.
        let reason: String?
        let epoch: Int
        let tick: Int64
        /// RFC 3339 to the microsecond.
        let utc: String?
        let uncertaintyMilliseconds: Double?
        /// From the common zero.
        let seconds: Double?
        /// `recorder`, or `camera` where its clock was never compared with the recorder's.
        let clock: String?

        /// The row as CSV; an unknown value is empty.
        var csv: String {
            let seconds = seconds.map { Format.decimal($0, 6) }
            let uncertainty = uncertaintyMilliseconds.map { Format.decimal($0, 3) }
            return [
                frame.map(String.init), state, missing.map(String.init), missingSeconds.map { Format.decimal($0, 6) },
                reason, "\(epoch)", "\(tick)", utc, uncertainty, seconds, clock,
            ].map { $0 ?? "" }.joined(separator: ",")
        }
    }

    /// The names of the columns as CSV: words that are names of variables everywhere.
    static let head = "frame,state,missing,missing_seconds,reason,epoch,tick,utc,uncertainty_ms,seconds,clock"
    /// The rows that are written together.
    private static let together = 4_096

    let frames: [FootagePosition]
    /// The gaps in the range.
    let gaps: [Gap]
    let clock: CommonClock
    /// The common zero, in nanoseconds since 1970 UTC.
    let zero: Int64

    /// Writes the table; the file appears when it is complete.
    func write(_ format: TableFormat, to path: FilePath) async throws {
        let file = try await ExportFile(path)
        var text = format == .csv ? Self.head + "\r\n" : "[\n"
        for (index, row) in rows.enumerated() {
            if index % Self.together == 0, index > 0 {
                _ = try await file.append(Array(text.utf8))
                text = ""
                try Task.checkCancellation()
            }
            switch format {
            case .csv: text += row.csv + "\r\n"
            case .json: text += (index > 0 ? ",\n" : "") + String(decoding: try JSON.encode(row), as: UTF8.self)
            }
        }
        if format == .json { text += "\n]\n" }
        _ = try await file.append(Array(text.utf8))
        _ = try await file.complete()
    }

    /// The moment of a frame in seconds from the common zero.
    func seconds(at position: FootagePosition) -> Double? { clock.moment(at: position).map(seconds) }

    private func seconds(_ moment: CommonClock.Moment) -> Double {
        Double(moment.utc.subtractingSaturating(zero)) / 1e9
    }

    /// The largest error of all frames, in nanoseconds, and whether the clocks of all were compared.
    var certainty: (uncertainty: Int64, isCompared: Bool) {
        frames.lazy.compactMap { clock.moment(at: $0) }.reduce((0, true)) {
            (max($0.0, $1.uncertainty), $0.1 && $1.isCompared)
        }
    }

    /// Whose clock a moment has, in a word.
    static func clock(isCompared: Bool) -> String { isCompared ? "recorder" : "camera" }

    /// The rows in the order of capture; a gap comes before the frames from its first tick on, and behind a frame that has this tick.
    ///
    /// Where whole fragments are missing, their gap may begin with the last frame before them.
    private var rows: some Sequence<Row> {
        let gaps = gaps.sorted { $0.rowPlace < $1.rowPlace }
        var (frame, gap) = (0, 0)
        return AnyIterator {
            let next = gaps.indices.contains(gap) ? gaps[gap] : nil
            if let next, frame == frames.count || next.rowPlace < frames[frame] {
                gap += 1
                return row(missing: next, before: frame, following: gaps.indices.contains(gap) ? gaps[gap] : nil)
            }
            guard frame < frames.count else { return nil }
            frame += 1
            let position = frames[frame - 1]
            return row(at: position, clock.moment(at: position), frame: frame - 1)
        }
    }

    /// The row of a gap, at the moment when it begins.
    ///
    /// It lasts until the next frame, or until another gap that begins before that; at the end of the clip, until its last missing
    /// frame would have ended, if that is known.
    ///
    /// - Parameter frame: the number of the next frame.
    private func row(missing gap: Gap, before frame: Int, following next: Gap?) -> Row {
        let begin = begin(of: gap, before: frame)
        var limit = frames.indices.contains(frame) ? frames[frame] : nil
        if let next, !next.isBehindItsTick, case let other = self.begin(of: next, before: frame), other > begin {
            limit = min(limit ?? other, other)
        }
        var moment = clock.moment(at: begin)
        let until = (limit ?? end(of: gap, before: frame)).flatMap(clock.moment)
        // Another epoch may begin before the last frame would have ended.
        if let until, let begin = moment, until.utc < begin.utc { moment = until }
        let length = moment.flatMap { from in until.map { max(0, seconds($0) - seconds(from)) } }
        return row(at: gap.place, moment, missing: gap, lasting: length)
    }

    /// Where a gap begins; the time between two epochs where the first one ends by its account, or behind its last frame here.
    ///
    /// - Parameter frame: the number of the next frame.
    private func begin(of gap: Gap, before frame: Int) -> FootagePosition {
        let behind = end(of: frame - 1)
        if gap.isBetweenEpochs { return [behind, clock.clocks.end(before: gap)].compactMap(\.self).max() ?? gap.place }
        let isBehind = gap.isBehindItsTick || frame > 0 && frames[frame - 1] == gap.place
        return isBehind ? max(behind ?? gap.place, gap.place) : gap.place
    }

    private func row(
        at position: FootagePosition, _ moment: CommonClock.Moment?, frame: Int? = nil, missing gap: Gap? = nil,
        lasting length: Double? = nil
    ) -> Row {
        Row(
            frame: frame, state: gap == nil ? "frame" : "missing",
            missing: gap.map { $0.isUncounted ? nil : $0.frames } ?? 0, missingSeconds: length,
            reason: gap?.reason.rawValue, epoch: position.epoch, tick: position.tick.rawValue,
            utc: moment?.utc.moment(digits: 6), uncertaintyMilliseconds: moment.map { Double($0.uncertainty) / 1e6 },
            seconds: moment.map(seconds), clock: moment.map { Self.clock(isCompared: $0.isCompared) })
    }

    /// Where the last missing frame of a gap would have ended; nil if nobody knows how many there were.
    ///
    /// - Parameter frame: the number of the frame before which the gap is.
    private func end(of gap: Gap, before frame: Int) -> FootagePosition? {
        guard gap.frames > 0, !gap.isUncounted else { return nil }
        let last = FootagePosition(epoch: gap.epoch, tick: gap.lastTick)
        if gap.frames > 1 { return last + (gap.lastTick - gap.firstTick) / Int64(gap.frames - 1) }
        return duration(of: frame - 1).map { last + $0 }
    }

    /// Where a frame ends: as long after it as it is after the one before; nil if there is no such frame.
    private func end(of frame: Int) -> FootagePosition? {
        guard frames.indices.contains(frame) else { return nil }
        return frames[frame] + (duration(of: frame) ?? 0)
    }

    /// The ticks from the frame before a frame to it; nil if there is none in its epoch.
    private func duration(of frame: Int) -> Int64? {
        guard frame > 0, frames.indices.contains(frame), frames[frame - 1].epoch == frames[frame].epoch else {
            return nil
        }
        return frames[frame].tick - frames[frame - 1].tick
    }
}

extension FootagePosition {
    /// The position a number of ticks later in the same epoch.
    fileprivate static func + (position: FootagePosition, ticks: Int64) -> FootagePosition {
        FootagePosition(epoch: position.epoch, tick: position.tick + ticks)
    }
}

extension Gap {
    /// Whether its first tick is that of the last stored frame, because nobody knows which ones came after it.
    fileprivate var isBehindItsTick: Bool { isUncounted && !isBetweenEpochs }

    fileprivate var place: FootagePosition { FootagePosition(epoch: epoch, tick: firstTick) }

    /// The place of its row among the frames: the time between two epochs comes before everything in the later one.
    fileprivate var rowPlace: FootagePosition {
        isBetweenEpochs ? FootagePosition(epoch: epoch, tick: Tick(rawValue: .min)) : place
    }
}
