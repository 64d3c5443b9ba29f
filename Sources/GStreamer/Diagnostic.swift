// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// An error or a warning that an element posted.
public struct Diagnostic: Error, Equatable, Sendable {
    /// The name of the element that posted it.
    public let element: String
    /// GLib's error domain, such as `gst-resource-error-quark`.
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// The message, one sentence for a person.
    public let text: String
    /// Further details for developers; may be empty.
    public let details: String

    /// Describes a failure that no element posted.
    init(element: String, text: String) {
        self.element = element
        domain = "longshot"
        code = 0
        self.text = text
        details = ""
    }

    /// Takes over the results of `gst_message_parse_error`, and frees them.
    init(
        taking error: UnsafeMutablePointer<GError>?,
        details debug: UnsafeMutablePointer<CChar>?,
        from element: String
    ) {
        self.element = element
        details = GStreamer.text(taking: debug)
        guard let error else {
            (domain, code, text) = ("", 0, "unknown error")
            return
        }
        defer { g_error_free(error) }
        domain = GStreamer.text(g_quark_to_string(error.pointee.domain))
        code = Int(error.pointee.code)
        text = String(cString: error.pointee.message)
    }
}

extension Diagnostic {
    /// Whether elements did not agree on a format of what they pass on.
    public var isNotNegotiated: Bool { details.contains("not-negotiated") || text.contains("not-negotiated") }

    /// Whether the format may be the reason: elements did not agree on one, or an encoder cannot begin.
    public var refusesFormat: Bool { isNotNegotiated || text.contains("nitialize") }
}

extension Diagnostic: CustomStringConvertible {
    /// In words, for a person.
    public var description: String {
        // Each pipeline gets another number, and the same problem would have other words each time.
        let last =
            details.split(separator: "\n").last
            .map { " (\($0.replacing(/GstPipeline:pipeline\d+/, with: "GstPipeline")))" } ?? ""
        return "element \"\(element)\": \(text)\(last)"
    }
}
