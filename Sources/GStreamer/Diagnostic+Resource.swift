// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension Diagnostic {
    /// What is wrong with a file, a device or an address.
    public enum Resource: Sendable {
        /// User or password are missing or wrong.
        case notAuthorized
        /// There is nothing of this name.
        case notFound
        /// It cannot be opened, or not be reached.
        case notOpened
    }

    /// What is wrong with a resource; nil for all other errors.
    public var resource: Resource? {
        guard domain == GStreamer.text(g_quark_to_string(gst_resource_error_quark())) else { return nil }
        switch GstResourceError(UInt32(truncatingIfNeeded: code)) {
        case GST_RESOURCE_ERROR_NOT_AUTHORIZED: return .notAuthorized
        case GST_RESOURCE_ERROR_NOT_FOUND: return .notFound
        case GST_RESOURCE_ERROR_OPEN_READ, GST_RESOURCE_ERROR_OPEN_READ_WRITE, GST_RESOURCE_ERROR_OPEN_WRITE:
            return .notOpened
        default: return nil
        }
    }

    /// Whether a source ended with an error that it does not describe, such as `souphttpsrc` where nobody answers.
    ///
    /// Only the details tell it from one whose data nobody takes (`not-linked`, `not-negotiated`).
    public var isStreamError: Bool {
        domain == GStreamer.text(g_quark_to_string(gst_stream_error_quark()))
            && GstStreamError(UInt32(truncatingIfNeeded: code)) == GST_STREAM_ERROR_FAILED
            && details.contains("reason error (")
    }
}
