// SPDX-License-Identifier: Apache-2.0

package import Media
package import SystemPackage

extension FootageStore {
    /// Whether a fragment is stored.
    package func contains(recording: String, _ id: FragmentID) throws -> Bool {
        try catalog.fragment(recording, id) != nil
    }

    /// The fragment with this name.
    package func fragment(recording: String, _ id: FragmentID) throws -> StoredFragment? {
        try catalog.fragment(recording, id)
    }

    /// Fragments in the order of capture: all, those of an epoch, those with these numbers, at most `limit`.
    package func fragments(
        recording: String,
        epoch: Int? = nil,
        sequences: ClosedRange<Int>? = nil,
        limit: Int? = nil
    ) throws -> [StoredFragment] {
        try catalog.fragments(recording, epoch: epoch, sequences: sequences, limit: limit)
    }

    /// The next fragments behind one, for reading a long recording in pages; from the start for nil.
    package func fragments(recording: String, after id: FragmentID?, limit: Int) throws -> [StoredFragment] {
        try catalog.fragments(recording, after: id, limit: limit)
    }

    /// The first fragment that starts with a key frame and does not end before a tick; nil when there is none.
    package func firstSync(recording: String, endingAtOrAfter tick: Tick) throws -> StoredFragment? {
        try catalog.firstSync(recording, endingAtOrAfter: tick)
    }

    /// A fragment's bytes as they are on disk; the reader checks the digest.
    ///
    /// Throws `system` if the file cannot be read and `damaged` if it is too short.
    package func bytes(of fragment: StoredFragment) throws -> [UInt8] {
        let file = try SegmentReader(fragment.segment.path, in: directory)
        return try file.bytes(of: fragment)
    }

    /// The file that a fragment is in, at `offset ..< offset + byteCount`.
    package nonisolated func path(of fragment: StoredFragment) -> FilePath {
        directory.appending(fragment.segment.path)
    }

    /// The init segment with this digest.
    package func initSegment(_ digest: Digest) throws -> [UInt8]? {
        try catalog.initSegment(digest)
    }

    /// Records a gap and returns it with its number; the same stretch and reason again only changes the
    /// number of frames.
    package func add(_ gap: Gap) throws -> Gap {
        try catalog.add(gap)
    }

    /// Records several gaps, all or none.
    package func add(_ gaps: [Gap]) throws {
        try catalog.add(gaps)
    }

    /// The recorded gaps in the order of time.
    package func gaps(recording: String) throws -> [Gap] {
        try catalog.gaps(recording)
    }

    /// Keeps the mapping of an epoch's media clock to UTC, replacing the one before.
    package func set(_ clock: EpochClock) throws {
        try catalog.set(clock)
    }

    /// Keeps what is known of several epochs, all or none.
    package func set(_ clocks: [EpochClock]) throws {
        try catalog.set(clocks)
    }

    /// Notes that a camera is not heard of any more while an epoch of it goes on.
    package func silence(camera: String) throws {
        try catalog.silence(camera)
    }

    /// Stores where a recording begins; a beginning that is known already stays.
    package func begin(recording id: String, at edge: RecordingEdge) throws {
        try catalog.setBegin(id, edge)
    }

    /// Moves the beginning of a recording, if it is still where the caller found it.
    package func begin(recording id: String, at edge: RecordingEdge, insteadOf old: RecordingEdge) throws {
        try catalog.moveBegin(id, from: old, to: edge)
    }

    /// Stores where a recording ends.
    package func end(recording id: String, at edge: RecordingEdge) throws {
        try catalog.setEnd(id, edge)
    }

    /// What is known of a camera's epochs, by number.
    package func clocks(camera: String) throws -> [EpochClock] {
        try catalog.clocks(camera)
    }
}
