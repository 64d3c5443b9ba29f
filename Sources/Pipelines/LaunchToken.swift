// SPDX-License-Identifier: Apache-2.0

/// One word of launch text, of the kinds that GStreamer's own lexer (gst/parse/parse.l) knows.
struct LaunchToken: Sendable, Equatable {
    /// What a word can be.
    enum Kind: Sendable, Equatable {
        /// `property=value`, perhaps with blanks around the sign; the value lies in `value`.
        case assignment(name: Range<Int>, value: Range<Int>)
        /// `@preset=name`.
        case preset
        /// `.pad`.
        case padReference
        /// `name.` or `name.pad`.
        case reference
        /// `name.(`, which opens a bin of that factory.
        case binOpener
        /// A bare word: a factory, or a further pad after a comma.
        case identifier
        /// `!` or `:`, perhaps with caps between two of them.
        case link(caps: Range<Int>?)
        /// A URL or an absolute path.
        case location
        /// One of `( ) { } . , ; =`.
        case mark(UInt8)
        /// A character that begins nothing.
        case stray
    }

    /// What the word is.
    let kind: Kind
    /// Where it stands, in bytes of the text.
    let range: Range<Int>
}
