// SPDX-License-Identifier: Apache-2.0
package import Media

/// The bytes of fragments.
///
/// A call may wait for a disk or a network, and takes several fragments where that saves waiting. A fragment that `append` has
/// returned survives a power cut.
package protocol FragmentStore: Sendable {
    /// The repairs made when the store was opened.
    nonisolated var recovery: RecoveryReport { get }

    /// Stores fragments and gaps, all or none; when this returns they are durable.
    ///
    /// Storing the same fragment again changes nothing. An announced fragment replaces an unconfirmed one, which replaces nothing.
    /// Late footage and gaps from before a place up to which a trim has deleted a recording are left out: the trim would have
    /// deleted them first, and the recording would begin with a hole.
    /// Throws `conflict` if other bytes are stored under the same id, `notFound` without the recording, and the errors of the disk
    /// or the network; then nothing was stored, and the caller may retry.
    ///
    /// - Returns: the stored fragments, in the order of `entries`; what was left out is not among them.
    func append(_ entries: [FragmentEntry], gaps: [Gap]) async throws -> [StoredFragment]

    /// A fragment's bytes as they are stored; the caller checks the digest.
    ///
    /// Throws `damaged` if they are too few, and the error if they cannot be read.
    func bytes(of fragment: StoredFragment) async throws -> [UInt8]

    /// The frames of fragments as ranges, without reading their bytes; throws like `bytes`.
    func samples(of fragments: [StoredFragment]) async throws -> [[FragmentReader.Sample]]

    /// The init segment with this digest.
    func initSegment(_ digest: Digest) async throws -> [UInt8]?

    /// The location of a segment for users and their programs: a path, or a URL.
    nonisolated func location(of segment: StoredSegment) -> String

    /// A gap for each file of a recording that is gone, in the order of capture.
    func goneFootage(recording: String) async throws -> [Gap]

    /// Deletes segments, those stored first before others, until a policy is satisfied; returns them.
    ///
    /// Segments that are held or locked stay, and the last one of a recording while it is open, so the policy may remain
    /// unsatisfied. Other calls run meanwhile. Calls `willRemove` with segments before their deletion.
    func trim(
        _ policy: TrimPolicy, willRemove: @Sendable ([TrimmedSegment]) async -> Void
    ) async throws -> [TrimmedSegment]

    /// Recomputes everything about a recording from its stored bytes: digests, structure, counts, numbering.
    ///
    /// Calls `progress` with the bytes read and of all. Other calls run meanwhile; fragments that they store before the place
    /// already reached are not checked. Throws `notFound`, and `CancellationError` if the task is cancelled; damage is a finding,
    /// not an error.
    func verify(
        recording id: String, progress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Verification

    /// Deletes a recording with its footage and its gaps.
    ///
    /// Throws `notFound`.
    func delete(recording id: String) async throws

    /// Closes the store; every later call throws.
    func close() async throws
}

/// A store of footage with its catalog: the camera's spool, and the recorder's archive.
package typealias FootageArchive = Catalog & FragmentStore

extension FragmentStore {
    /// Stores a fragment; see `append(_:gaps:)`.
    package func append(_ entry: FragmentEntry) async throws -> StoredFragment {
        try await append([entry], gaps: [])[0]
    }

    /// Deletes segments, those stored first before others, until a policy is satisfied; returns them.
    package func trim(_ policy: TrimPolicy) async throws -> [TrimmedSegment] {
        try await trim(policy) { _ in }
    }

    /// Recomputes everything about a recording from its stored bytes.
    package func verify(recording id: String) async throws -> Verification {
        try await verify(recording: id) { _, _ in }
    }

    /// A fragment's bytes, if they still have its digest.
    ///
    /// Throws `damaged` otherwise, and like `bytes`.
    package func checkedBytes(of fragment: StoredFragment) async throws -> [UInt8] {
        try fragment.check(try await bytes(of: fragment))
    }

    /// The last frame of a fragment at or before a moment, its first one if it begins later, in canonical form.
    ///
    /// Throws `damaged` if its bytes have changed, and like `bytes`.
    package func frame(
        of fragment: StoredFragment, at position: FootagePosition?
    ) async throws -> FormattedAccessUnit {
        let bytes = try await checkedBytes(of: fragment)
        let samples = try FragmentReader(bytes).samples
        let isBefore = { (sample: FragmentReader.Sample) in
            position.map { fragment.position(of: sample) <= $0 } ?? false
        }
        guard let sample = samples.last(where: isBefore) ?? samples.first,
            let format = try await initSegment(fragment.segment.format)
        else { throw FootageError.notFound("the format of fragment \(fragment.id)") }
        let unit = AccessUnit(
            tick: fragment.position(of: sample).tick, isSync: sample.isSync, bytes: Array(bytes[sample.range]))
        return FormattedAccessUnit(unit: unit, format: try InitSegment(parsing: format).format)
    }
}

extension StoredFragment {
    /// Returns bytes that were read, if they are this fragment's.
    ///
    /// Throws `damaged`.
    func check(_ bytes: [UInt8]) throws(FootageError) -> [UInt8] {
        guard Digest(of: bytes) == digest else {
            throw .damaged(
                path: segment.path, offset: offset,
                reason: "fragment \(id) has another SHA-256 than when it was stored")
        }
        return bytes
    }
}
