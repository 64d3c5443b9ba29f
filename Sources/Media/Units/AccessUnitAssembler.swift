// SPDX-License-Identifier: Apache-2.0

/// Turns the buffers of an encoder or a depayloader into canonical access units.
///
/// Buffers of equal ticks are one picture: with sliced threads, an H.264 payloader repeats the parameter sets before each slice,
/// and the parser after it then delivers the picture in pieces. So a picture is complete when the next one begins, or when the
/// caller calls `flush`. Buffers without a picture (parameter sets, side information with a capture time of their own) give no
/// access unit.
package struct AccessUnitAssembler: Sendable {
    private let codec: Codec
    private var pending: PendingPicture?
    private var lastTick: Tick?
    private var sets = ParameterSetCollection()
    private var format: VideoFormat?
    private let needsWholeImages: Bool
    /// The JPEG images behind the first one of a buffer, which are left out; only counted with `needsWholeImages`.
    package private(set) var surplus = 0

    /// The limit of one picture, so that no input fills the memory.
    private static let maximumSize = 64 << 20

    /// An assembler that has seen nothing yet.
    ///
    /// - Parameter needsWholeImages: whether a JPEG image without its end (EOI) counts as damaged. Drivers leave the end out, but
    ///   over a network its absence means that the image was cut off.
    package init(codec: Codec, needsWholeImages: Bool = false) {
        (self.codec, self.needsWholeImages) = (codec, needsWholeImages)
    }

    /// Adds one buffer: H.264 as byte stream (annex B), one access unit or part of one; JPEG as one image.
    ///
    /// Copies the bytes once and returns the access unit before this one, if this buffer begins another. Throws `outOfOrder` for a
    /// tick before the pending one or not after the last returned one, and `malformed` and `unsupported` for data that cannot be
    /// recorded; then the buffer had no effect and the next one may follow.
    package mutating func push(_ bytes: Span<UInt8>, tick: Tick) throws(MediaError) -> FormattedAccessUnit? {
        if let pending, tick < pending.tick || (codec == .jpeg && tick == pending.tick) {
            throw .outOfOrder(previous: pending.tick, tick: tick)
        }
        if let lastTick, tick <= lastTick { throw .outOfOrder(previous: lastTick, tick: tick) }
        switch codec {
        case .h264: return try pushByteStream(bytes, tick: tick)
        case .jpeg: return try pushImage(bytes, tick: tick)
        }
    }

    /// Adds one buffer, as above.
    package mutating func push(_ bytes: [UInt8], tick: Tick) throws(MediaError) -> FormattedAccessUnit? {
        try push(bytes.span, tick: tick)
    }

    /// Returns the pending picture, at the end of a stream or when the caller knows that the picture is complete.
    ///
    /// Afterwards only later ticks are accepted.
    package mutating func flush() -> FormattedAccessUnit? {
        guard let picture = pending else { return nil }
        pending = nil
        guard picture.isComplete else { return nil }
        lastTick = picture.tick
        let unit = AccessUnit(tick: picture.tick, isSync: picture.isSync, bytes: picture.bytes)
        return FormattedAccessUnit(unit: unit, format: format)
    }

    private mutating func pushImage(_ bytes: Span<UInt8>, tick: Tick) throws(MediaError) -> FormattedAccessUnit? {
        let image = try JPEGImage(parsing: bytes)
        if needsWholeImages {
            guard image.hasEnd else { throw .malformed("a JPEG image of \(bytes.count) bytes that is cut off") }
            surplus += image.followers(in: bytes)
        }
        let next = try VideoFormat.jpeg(width: image.width, height: image.height)
        let previous = flush()
        pending = PendingPicture(tick: tick, isSync: true, isComplete: true, bytes: image.canonical(from: bytes))
        if next != format { format = next }
        return previous
    }

    private mutating func pushByteStream(
        _ bytes: Span<UInt8>,
        tick: Tick
    ) throws(MediaError) -> FormattedAccessUnit? {
        let units = try StartCodeScanner.units(in: bytes)
        let held = pending.map { $0.tick == tick ? $0.bytes.count : 0 } ?? 0
        guard held + bytes.count + 4 * units.count <= Self.maximumSize else {
            throw .malformed("a picture of more than \(Self.maximumSize) bytes")
        }
        // Everything that can fail comes before the first change of state.
        let changed = try parameterSets(of: units, in: bytes)
        let previous = pending?.tick == tick ? nil : flush()
        if let changed { (sets, format) = changed }
        var picture = pending ?? PendingPicture(tick: tick, isSync: false, isComplete: false, bytes: [])
        pending = nil
        picture.append(units, of: bytes)
        pending = picture
        return previous
    }

    /// The parameter sets and the format after this buffer; nil when it changes nothing.
    private func parameterSets(
        of units: [Range<Int>],
        in bytes: Span<UInt8>
    ) throws(MediaError) -> (ParameterSetCollection, VideoFormat?)? {
        var collection = sets
        var changed = false
        for unit in units {
            let header = bytes[unit.lowerBound]
            guard header & 0x80 == 0 else {
                throw .malformed("an H.264 NAL unit whose forbidden bit is set, at byte \(unit.lowerBound)")
            }
            guard header & 0x1F == 7 || header & 0x1F == 8 else { continue }
            var copy: [UInt8] = []
            copy.append(copying: bytes.extracting(unit))
            if try collection.absorb(copy) { changed = true }
        }
        return changed ? (collection, try collection.format()) : nil
    }
}
