// SPDX-License-Identifier: Apache-2.0

/// The ranges of the numbers in messages; `docs/openapi.yaml` has the same numbers as `minimum` and `maximum`.
package enum Bounds {
    /// A number of frames, fragments, segments or bits per second: up to 2^40, about 10^12.
    package enum Count: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 40
    }

    /// A sum of such numbers: up to 2^53.
    package enum Total: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 53
    }

    /// The number of a process: up to 2^31.
    package enum Process: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 31
    }

    /// A sequence number of a fragment, or one more than the last: up to 2^53, which stands for the end of an epoch.
    package enum Sequence: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 53
    }

    /// The number that a camera gives to an epoch, up to 2^31; a recorder may count further.
    package enum Epoch: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 31
    }

    /// A moment on a media clock in ticks of 1/90,000 s: 49 years in both directions.
    package enum Ticks: NumberRange {
        package static let range: ClosedRange<Int64> = -1 << 47...1 << 47
    }

    /// The tick of a frame that was seen: up to 49 years.
    package enum SeenTick: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 47
    }

    /// The time between two frames in ticks of 1/90,000 s: up to 13 hours.
    package enum Interval: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 32 - 1
    }

    /// A moment in nanoseconds since 1970 UTC: from 1896, because clocks are wrong, to 2116.
    package enum UTC: NumberRange {
        package static let range: ClosedRange<Int64> = -1 << 61...1 << 62
    }

    /// A moment in seconds since 1970 UTC: from 1896 to 2116.
    package enum UTCSeconds: NumberRange {
        package static let range: ClosedRange<Int64> = -1 << 31...1 << 32
    }

    /// A moment on a monotonic clock in nanoseconds: up to 146 years.
    package enum Monotonic: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 62
    }

    /// A length of time in nanoseconds: up to 146 years.
    package enum Duration: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 62 - 1
    }

    /// A difference of two moments in nanoseconds: up to 146 years in both directions.
    package enum Difference: NumberRange {
        package static let range: ClosedRange<Int64> = -1 << 62...1 << 62 - 1
    }

    /// A length of time in milliseconds: up to 24 days.
    package enum Milliseconds: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 31
    }

    /// A length of time in seconds: up to 68 years.
    package enum Seconds: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 31
    }

    /// The size of a file, a recording or a disk in bytes: up to 2^53, 9 PB.
    package enum Bytes: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 53
    }

    /// The size of a fragment in bytes, up to 134 MB: a camera closes one at 16.8 MB, or after one frame of 67.1 MB.
    package enum FragmentBytes: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 27
    }

    /// The width or height of a picture in pixels.
    package enum Pixels: NumberRange {
        package static let range: ClosedRange<Int64> = 0...65_535
    }

    /// A port of UDP or TCP.
    package enum UsedPort: NumberRange {
        package static let range: ClosedRange<Int64> = 1...65_535
    }

    /// A port of UDP or TCP; 0 where there is none.
    package enum Port: NumberRange {
        package static let range: ClosedRange<Int64> = 0...65_535
    }

    /// The sequence number of a first packet (RFC 3711 section 3.3.1).
    package enum FirstPacket: NumberRange {
        package static let range: ClosedRange<Int64> = 0...32_767
    }

    /// A jitter budget in milliseconds.
    package enum Latency: NumberRange {
        package static let range: ClosedRange<Int64> = 10...10_000
    }

    /// How far a recording reaches back in milliseconds: up to an hour.
    package enum Before: NumberRange {
        package static let range: ClosedRange<Int64> = 0...3_600_000
    }

    /// How much earlier footage a hold keeps, in milliseconds: up to 30 days, for a camera that was away since a recording was started.
    package enum Reach: NumberRange {
        package static let range: ClosedRange<Int64> = 0...2_592_000_000
    }

    /// A countdown in seconds: up to an hour.
    package enum Timer: NumberRange {
        package static let range: ClosedRange<Int64> = 0...3_600
    }

    /// The stills of one press.
    package enum Press: NumberRange {
        package static let range: ClosedRange<Int64> = 1...10_000
    }

    /// The time from one still to the next in milliseconds: up to a day.
    package enum Pause: NumberRange {
        package static let range: ClosedRange<Int64> = 0...86_400_000
    }

    /// How wrong the moment of a press may be, in nanoseconds: up to a minute.
    package enum PressUncertainty: NumberRange {
        package static let range: ClosedRange<Int64> = 0...60_000_000_000
    }

    /// A status of HTTP.
    package enum Status: NumberRange {
        package static let range: ClosedRange<Int64> = 100...599
    }

    /// The number of a version.
    package enum Version: NumberRange {
        package static let range: ClosedRange<Int64> = 0...1 << 31
    }
}
