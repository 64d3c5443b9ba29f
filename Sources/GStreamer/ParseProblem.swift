// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Why `gst_parse_launch` refused a text.
public struct ParseProblem: Error, Equatable, Sendable {
    /// The kinds of refusal in GStreamer's parser (`GstParseError`).
    public enum Kind: Sendable, Equatable {
        /// The text violates the launch syntax.
        case syntax
        /// A factory does not exist.
        case noSuchElement
        /// A property does not exist.
        case noSuchProperty
        /// Two elements cannot be linked.
        case link
        /// A property's value was refused.
        case couldNotSetProperty
        /// A bin without elements.
        case emptyBin
        /// No elements at all.
        case empty
        /// A link to a pad that never appears.
        case delayedLink
        /// A kind that this module does not know.
        case other
    }

    /// The kind of refusal.
    public let kind: Kind
    /// GStreamer's message.
    public let text: String
    /// The names of missing factories.
    public let missingElements: [String]

    /// Takes over a parser's error, frees it, and reads the names of missing elements from the context.
    init(taking error: UnsafeMutablePointer<GError>, context: OpaquePointer?) {
        defer { g_error_free(error) }
        let kinds: [gint: Kind] = [
            gint(GST_PARSE_ERROR_SYNTAX.rawValue): .syntax,
            gint(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue): .noSuchElement,
            gint(GST_PARSE_ERROR_NO_SUCH_PROPERTY.rawValue): .noSuchProperty,
            gint(GST_PARSE_ERROR_LINK.rawValue): .link,
            gint(GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY.rawValue): .couldNotSetProperty,
            gint(GST_PARSE_ERROR_EMPTY_BIN.rawValue): .emptyBin,
            gint(GST_PARSE_ERROR_EMPTY.rawValue): .empty,
            gint(GST_PARSE_ERROR_DELAYED_LINK.rawValue): .delayedLink,
        ]
        let isParserError = error.pointee.domain == gst_parse_error_quark()
        kind = isParserError ? kinds[error.pointee.code] ?? .other : .other
        text = String(cString: error.pointee.message)
        var names: [String] = []
        if let list = gst_parse_context_get_missing_elements(context) {
            defer { g_strfreev(list) }
            var index = 0
            while let name = list[index] {
                names.append(String(cString: name))
                index += 1
            }
        }
        missingElements = names
    }
}

extension ParseProblem: CustomStringConvertible {
    /// In words, for a person.
    public var description: String {
        guard !missingElements.isEmpty else { return text }
        return missingElements.map { name in
            GStreamerError.noSuchElement(factory: name, package: Registry.package(providing: name)).description
        }.joined(separator: "; ")
    }
}
