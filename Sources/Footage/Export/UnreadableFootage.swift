// SPDX-License-Identifier: Apache-2.0
import Disk
import Glibc
package import Media
import SystemPackage

/// Fragments whose stored bytes cannot be used, so that a movie is made without them: each is a gap of the movie.
package struct UnreadableFootage: Sendable {
    /// Whether the bytes of all fragments are read and checked, instead of only their heads.
    let checksBytes: Bool
    /// The digests of fragments that are known to be damaged.
    let known: Set<Digest>
    /// Is told of a fragment that turns out to be damaged.
    let report: Report?
    /// The fragments that were left out, in the order of capture.
    package private(set) var gaps: [Gap] = []

    /// Receives a damaged fragment and the error of reading it.
    package typealias Report = @Sendable (StoredFragment, any Error) async -> Void

    /// What is left out: fragments that are known to be damaged, and those that turn out to be.
    package init(known: Set<Digest> = [], checksBytes: Bool = false, report: Report? = nil) {
        (self.known, self.checksBytes, self.report) = (known, checksBytes, report)
    }

    /// Notes that a whole fragment was left out, because it cannot be decoded without the one before it.
    mutating func leaveOutToo(_ fragment: StoredFragment) {
        gaps.last.map { leaveOut(fragment, because: $0.reason) }
    }

    /// Notes that a fragment was left out.
    mutating func leaveOut(_ fragment: StoredFragment, because reason: GapReason) {
        gaps.append(fragment.gap(reason))
    }
}

extension StoredFragment {
    /// The gap that is left without the fragment.
    package func gap(_ reason: GapReason) -> Gap {
        var gap = Gap(
            recording: recording, epoch: id.epoch, firstTick: firstTick, lastTick: lastTick, frames: frames,
            reason: reason)
        (gap.sequences, gap.before) = (id.sequence...id.sequence, before)
        return gap
    }
}

extension GapReason {
    /// Why a fragment whose reading failed with this error is missing from then on; nil if the error says nothing about its file.
    package init?(damage error: any Error) {
        switch error {
        case let error as DiskError where error.isMissingFile: self = .fileMissing
        case DiskError.system(_, _, EIO), FootageError.damaged, is MediaError: self = .digestMismatch
        default: return nil
        }
    }
}

extension Catalog where Self: FragmentStore {
    /// Fragments with their frames; none for a fragment that is left out, which `damage` notes.
    ///
    /// Throws like `samples(of:)` if nothing may be left out.
    func readable(
        _ page: [StoredFragment], leavingOut damage: inout UnreadableFootage?
    ) async throws -> [(fragment: StoredFragment, samples: [FragmentReader.Sample]?)] {
        guard var left = damage else { return Array(zip(page, try await samples(of: page))) }
        defer { damage = left }
        if !left.checksBytes, !page.contains(where: { left.known.contains($0.digest) }),
            let all = try? await samples(of: page)
        {
            return Array(zip(page, all))
        }
        var found: [(fragment: StoredFragment, samples: [FragmentReader.Sample]?)] = []
        for fragment in page {
            guard !left.known.contains(fragment.digest) else {
                left.leaveOut(fragment, because: .digestMismatch)
                found.append((fragment, nil))
                continue
            }
            do {
                if left.checksBytes { _ = try await checkedBytes(of: fragment) }
                found.append((fragment, try await samples(of: [fragment])[0]))
            } catch {
                guard let reason = GapReason(damage: error) else { throw error }
                await left.report?(fragment, error)
                left.leaveOut(fragment, because: reason)
                found.append((fragment, nil))
            }
        }
        return found
    }

    /// The place before the fragment with which the decoding of a start begins; a start in damaged footage begins before that.
    func readablePlace(before start: FootagePosition?, of recording: String, _ damage: UnreadableFootage?) async throws
        -> FragmentID?
    {
        guard let damage else { return try await placeBefore(start, of: recording) }
        return try await place(before: start, of: recording) { key in
            var attempt: UnreadableFootage? = damage
            return try await readable([key], leavingOut: &attempt)[0].samples != nil
        }
    }

    /// The place before the last fragment with a key frame, at or before a start, that can be read; nil for the beginning.
    func place(
        before start: FootagePosition?, of recording: String, where isReadable: (StoredFragment) async throws -> Bool
    ) async throws -> FragmentID? {
        guard var position = start else { return nil }
        var place: FragmentID?
        for _ in 0..<Self.longestHole {
            guard let key = try await keyFragment(recording: recording, atOrBefore: position) else { return place }
            place = FragmentID(epoch: key.id.epoch, sequence: key.id.sequence - 1)
            if try await isReadable(key) { return place }
            position = FootagePosition(epoch: key.id.epoch, tick: key.firstTick + -1)
        }
        return place
    }

    /// The most fragments of damaged footage before a start: an hour of fragments of two seconds.
    private static var longestHole: Int { 1_800 }
}
