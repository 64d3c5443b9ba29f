// SPDX-License-Identifier: Apache-2.0
package import Media

extension Catalog where Self: FragmentStore {
    /// The last frame at or before a position, and the first one after it; nil where the recording has none.
    ///
    /// Reads the heads of at most two fragments, and no frames. Throws like `samples`.
    package func frames(
        around position: FootagePosition, recording id: String
    ) async throws -> (before: FramePlace?, after: FramePlace?) {
        let key = try await keyFragment(recording: id, atOrBefore: position)?.id
        var last = key.map { FragmentID(epoch: $0.epoch, sequence: $0.sequence - 1) }
        var before: FramePlace?
        while true {
            let page = try await fragments(recording: id, after: last, limit: 16)
            for fragment in page {
                let (first, end) = (fragment.position(of: fragment.firstTick), fragment.position(of: fragment.lastTick))
                guard first <= position else {
                    return (before, FramePlace(fragment: fragment, index: 0, position: first))
                }
                before = FramePlace(fragment: fragment, index: fragment.frames - 1, position: end)
                guard position < end else { continue }
                let places = try await samples(of: [fragment]).joined().enumerated().map { index, sample in
                    FramePlace(fragment: fragment, index: index, position: fragment.position(of: sample))
                }
                return (places.last { $0.position <= position }, places.first { $0.position > position })
            }
            guard let end = page.last?.id else { return (before, nil) }
            last = end
        }
    }

    /// A frame with the earlier ones that a decoder needs, from the last key frame on.
    ///
    /// Checks the digest of each fragment that it reads. Throws `notFound` if one of them was deleted, `invalid` for more than
    /// 64 MiB of frames, and like `checkedBytes`.
    package func group(showing place: FramePlace) async throws -> FrameGroup {
        let (recording, shown) = (place.fragment.recording, place.fragment)
        guard let header = try await initSegment(shown.segment.format) else {
            throw FootageError.notFound("format of fragment \(shown.id)")
        }
        let format = try InitSegment(parsing: header).format
        let isIndependent = format.codec == .jpeg
        var (units, byteCount) = ([AccessUnit](), 0)
        for fragment in try await fragments(toDecode: shown, of: recording) {
            let bytes = try await checkedBytes(of: fragment)
            let samples = try FragmentReader(bytes).samples
            for sample in samples.prefix(fragment.id == shown.id ? place.index + 1 : samples.count) {
                if sample.isSync || isIndependent { (units, byteCount) = ([], 0) }
                byteCount += sample.range.count
                guard byteCount <= 64 << 20 else {
                    throw FootageError.invalid("more than 64 MiB from one key frame to the frame at \(place.position)")
                }
                units.append(
                    AccessUnit(
                        tick: fragment.position(of: sample).tick, isSync: sample.isSync || isIndependent,
                        bytes: Array(bytes[sample.range])))
            }
        }
        guard let group = FrameGroup(units, of: format) else {
            throw FootageError.notFound("key frame for the frame at \(place.position)")
        }
        return group
    }

    /// A fragment with the earlier ones of its format from which it can be decoded.
    private func fragments(toDecode shown: StoredFragment, of recording: String) async throws -> [StoredFragment] {
        guard !shown.isSync, shown.segment.codec != .jpeg else { return [shown] }
        let start = shown.position(of: shown.firstTick)
        if let key = try await keyFragment(recording: recording, atOrBefore: start)?.id, key.epoch == shown.id.epoch {
            let sequences = key.sequence...shown.id.sequence
            let found = try await fragments(recording: recording, epoch: key.epoch, sequences: sequences)
            if found.count == sequences.count, found.allSatisfy({ $0.segment.format == shown.segment.format }) {
                return found
            }
        }
        throw FootageError.notFound("key frame for fragment \(shown.id): the footage before it was deleted")
    }
}

extension StoredFragment {
    /// A tick of its epoch.
    fileprivate func position(of tick: Tick) -> FootagePosition {
        FootagePosition(epoch: id.epoch, tick: tick)
    }
}
