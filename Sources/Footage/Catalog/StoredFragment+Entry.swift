// SPDX-License-Identifier: Apache-2.0
import Media

extension StoredSegment {
    /// An empty segment.
    init(_ entry: FragmentEntry, id: Int64, part: Int, path: String) {
        self.init(
            id: id,
            recording: entry.recording,
            epoch: entry.epoch,
            number: entry.segment,
            part: part,
            base: entry.fragment.base,
            format: entry.format.digest,
            path: path,
            width: entry.format.format.width,
            height: entry.format.format.height,
            codec: entry.format.format.codec,
            byteCount: 0,
            isClosed: false
        )
    }
}

extension StoredFragment {
    /// A fragment that was just stored.
    init(_ entry: FragmentEntry, in segment: StoredSegment, at offset: Int) {
        let fragment = entry.fragment
        var segment = segment
        segment.byteCount = offset + fragment.bytes.count
        self.init(
            id: FragmentID(epoch: entry.epoch, sequence: fragment.sequence),
            recording: entry.recording,
            segment: segment,
            offset: offset,
            byteCount: fragment.bytes.count,
            firstTick: fragment.firstTick,
            lastTick: fragment.lastTick,
            frames: fragment.frames,
            isSync: fragment.isSync,
            digest: fragment.digest,
            captured: entry.captured,
            total: entry.total,
            received: entry.received,
            source: entry.source,
            persistedAt: entry.persistedAt
        )
    }
}
