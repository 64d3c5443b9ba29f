// SPDX-License-Identifier: Apache-2.0

import Disk
package import Media
import SystemPackage

extension FootageStore {
    /// Reads the whole catalog; throws `FootageError.damagedCatalog` if it is malformed.
    package func checkCatalog() throws { try catalog.check() }
}

extension FootageStore: FootageArchive {
    package func fragment(recording: String, _ id: FragmentID) throws -> StoredFragment? {
        try catalog.fragment(recording, id)
    }

    package func fragments(recording: String, epoch: Int, sequences: ClosedRange<Int>) throws -> [StoredFragment] {
        try catalog.fragments(recording, epoch: epoch, sequences: sequences)
    }

    package func fragments(recording: String, after id: FragmentID?, limit: Int) throws -> [StoredFragment] {
        try catalog.fragments(recording, after: id, limit: limit)
    }

    package func marks(recording: String, after id: FragmentID?, limit: Int) throws -> [FragmentMark] {
        try catalog.marks(recording, after: id, limit: limit)
    }

    package func firstSync(recording: String, endingAtOrAfter tick: Tick) throws -> StoredFragment? {
        try catalog.firstSync(recording, endingAtOrAfter: tick)
    }

    package func keyFragment(recording: String, atOrBefore position: FootagePosition) throws -> StoredFragment? {
        try catalog.lastSync(recording, atOrBefore: position)
    }

    package func runs(recording: String) throws -> [FragmentRun] {
        try catalog.runs(of: recording)
    }

    package func unconfirmed(recording: String) throws -> [StoredFragment] {
        try catalog.unconfirmed(of: recording)
    }

    package func segments(recording: String) throws -> [StoredSegment] {
        try catalog.segments(of: recording).filter { $0.byteCount > 0 }
    }

    package func stretches(recording: String) throws -> [FootageStretch] {
        try catalog.stretches(of: recording)
    }

    package func initSegment(_ digest: Digest) throws -> [UInt8]? {
        try catalog.initSegment(digest)
    }

    package func add(_ gaps: [Gap]) throws {
        try catalog.add(gaps)
    }

    package func gaps(recording: String) throws -> [Gap] {
        try catalog.gaps(recording)
    }

    package func set(_ clocks: [EpochClock]) throws {
        try catalog.set(clocks)
    }

    package func clocks(camera: String) throws -> [EpochClock] {
        try catalog.clocks(camera)
    }

    package func add(_ comparison: ClockComparison) throws {
        try catalog.add(comparison)
    }

    package func comparisons(camera: String, epochs: ClosedRange<Int>) throws -> [ClockComparison] {
        try catalog.comparisons(camera, epochs: epochs)
    }

    package func silence(camera: String) throws {
        try catalog.silence(camera)
    }

    package func begin(recording id: String, at edge: RecordingEdge) throws {
        try catalog.setBegin(id, edge)
    }

    package func begin(recording id: String, at edge: RecordingEdge, insteadOf old: RecordingEdge) throws {
        try catalog.moveBegin(id, from: old, to: edge)
    }

    /// Stores what is known of the moment at which a recording is stopped, also on a full disk; changes nothing after that.
    package func set(_ stop: RecordingStop, of recording: String) throws {
        try reserve.lend { try catalog.setStop(recording, stop) }
    }

    package func end(recording id: String, at edge: RecordingEdge) throws {
        try catalog.setEnd(id, edge)
    }

    package func bytes(of fragment: StoredFragment) throws -> [UInt8] {
        try SegmentReader(fragment.segment.path, in: directory).bytes(of: fragment)
    }

    package func samples(of fragments: [StoredFragment]) throws -> [[FragmentReader.Sample]] {
        var file: SegmentReader?
        return try fragments.map { fragment in
            if file?.path != fragment.segment.path { file = nil }
            let reader = try file ?? SegmentReader(fragment.segment.path, in: directory)
            file = reader
            return try reader.samples(of: fragment)
        }
    }

    package nonisolated func location(of segment: StoredSegment) -> String {
        directory.appending(segment.path).string
    }
}
