// SPDX-License-Identifier: Apache-2.0

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

    /// Removes a gap, because the footage was found after all.
    package func remove(gap id: Int64) throws {
        try catalog.removeGap(id)
    }

    /// The recorded gaps in the order of time.
    package func gaps(recording: String) throws -> [Gap] {
        try catalog.gaps(recording)
    }

    /// Keeps the mapping of an epoch's media clock to UTC, replacing the one before.
    package func set(_ clock: EpochClock) throws {
        try catalog.set(clock)
    }

    /// The known mappings of a camera's epochs.
    package func clocks(camera: String) throws -> [EpochClock] {
        try catalog.clocks(camera)
    }
}
