// SPDX-License-Identifier: Apache-2.0

package import Media
import Synchronization
package import SystemPackage

/// Real encoded frames, made by GStreamer when a test needs them.
package enum EncodedVideo {
    /// H.264 from an encoder: one byte-stream buffer per picture, a key frame every 30.
    package static func h264(
        frames: Int,
        width: Int = 320,
        height: Int = 240,
        format: String = "I420",
        keyFrames: Int = 30,
        in directory: FilePath
    ) async throws -> [[UInt8]] {
        try await buffers(
            """
            videotestsrc num-buffers=\(frames) ! video/x-raw,format=\(format),width=\(width),height=\(height),framerate=30/1
            ! x264enc tune=zerolatency key-int-max=\(keyFrames) bframes=0 bitrate=500 ! h264parse config-interval=-1
            ! video/x-h264,stream-format=byte-stream,alignment=au
            """,
            in: directory
        )
    }

    /// JPEG from an encoder.
    package static func jpeg(frames: Int, width: Int = 320, height: Int = 240, in directory: FilePath) async throws
        -> [[UInt8]]
    {
        try await buffers(
            """
            videotestsrc num-buffers=\(frames) ! video/x-raw,format=I420,width=\(width),height=\(height),framerate=30/1
            ! jpegenc
            """,
            in: directory
        )
    }

    /// Cached output of each pipeline text, because encoding takes most of the time of these tests.
    private static let made = Mutex<[String: [[UInt8]]]>([:])

    /// The buffers that a pipeline text delivers.
    package static func buffers(_ pipeline: String, in directory: FilePath) async throws -> [[UInt8]] {
        if let known = made.withLock({ $0[pipeline] }) { return known }
        let names = ScratchFile.files(below: directory).count
        let output = try await Tool.launch(
            pipeline + " ! multifilesink location=\(directory.string)/\(names)-%06d.buffer"
        )
        guard output.succeeded else { throw MediaError.invalid("pipeline text: \(output.errors)") }
        let buffers = try ScratchFile.files(below: directory).filter { $0.hasPrefix("\(names)-") }
            .map { try ScratchFile.read(directory.appending($0)) }
        // A test that ran at the same time may have other bytes: all calls after the first get those of the first.
        return made.withLock { made in
            let kept = made[pipeline] ?? buffers
            made[pipeline] = kept
            return kept
        }
    }

    /// Assembles buffers into access units, 30 a second.
    package static func units(
        _ buffers: [[UInt8]],
        codec: Codec = .h264,
        from start: Int64 = 900_000,
        interval: Int64 = 3000
    ) throws -> [FormattedAccessUnit] {
        var assembler = AccessUnitAssembler(codec: codec)
        var units: [FormattedAccessUnit] = []
        for (index, buffer) in buffers.enumerated() {
            if let unit = try assembler.push(buffer, tick: Tick(rawValue: start + Int64(index) * interval)) {
                units.append(unit)
            }
        }
        if let unit = assembler.flush() { units.append(unit) }
        return units
    }

    /// Cuts access units into fragments.
    package static func fragments(
        _ units: [FormattedAccessUnit],
        limits: Fragmenter.Limits = .init()
    ) throws -> [ClosedFragment] {
        var fragmenter = Fragmenter(nominalInterval: 3000, limits: limits)
        var closed: [ClosedFragment] = []
        for unit in units {
            if let fragment = try fragmenter.push(unit) { closed.append(fragment) }
        }
        if let fragment = fragmenter.close() { closed.append(fragment) }
        return closed
    }
}
