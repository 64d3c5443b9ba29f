// SPDX-License-Identifier: Apache-2.0

/// One token of launch text, of the kinds of GStreamer's own lexer (gst/parse/parse.l).
struct LaunchToken: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// `property=value`, with or without blanks around the sign.
        case assignment(name: Range<Int>, value: Range<Int>)
        /// `@preset=name`.
        case preset
        /// `.pad`.
        case padReference
        /// `name.` or `name.pad`.
        case reference
        /// `name.(`, which opens a bin of that factory.
        case binOpener
        /// A bare word: a factory, or another pad after a comma.
        case identifier
        /// `!` or `:`, or two of them with caps between them.
        case link(caps: Range<Int>?)
        /// A URL or an absolute path.
        case location
        /// One of `( ) { } . , ; =`.
        case mark(UInt8)
        /// A character that begins no token.
        case stray
    }

    let kind: Kind
    /// Its place, in bytes of the text.
    let range: Range<Int>
}
