// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A message of a running pipeline, as a value.
public enum Message: Sendable, Equatable {
    /// An element failed; the pipeline cannot continue.
    case failed(Diagnostic)
    /// An element warns; the pipeline continues.
    case warning(Diagnostic)
    /// Every sink has seen the end of the stream.
    case endOfStream
    /// The end of a segment seek: the pipeline waits for the next seek.
    case segmentDone
    /// The pipeline as a whole has reached the playing state.
    case playing
    /// A source (v4l2src) lost consecutive frames before it received them: their duration, in nanoseconds.
    ///
    /// GStreamer 1.22 reports nothing else: the other values of the QoS message are not set.
    case dropped(element: String, lasting: Int64)

    /// Copies the relevant values of a message; nil for other messages.
    ///
    /// Runs on the thread that posted the message.
    init?(copying message: UnsafeMutablePointer<GstMessage>, pipeline: UnsafeMutableRawPointer) {
        let source = message.pointee.src
        let name = source.map { GStreamer.text($0.pointee.name) } ?? ""
        switch message.pointee.type {
        case GST_MESSAGE_ERROR:
            var (error, debug): (UnsafeMutablePointer<GError>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
            gst_message_parse_error(message, &error, &debug)
            self = .failed(Diagnostic(taking: error, details: debug, from: name))
        case GST_MESSAGE_WARNING:
            var (error, debug): (UnsafeMutablePointer<GError>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
            gst_message_parse_warning(message, &error, &debug)
            self = .warning(Diagnostic(taking: error, details: debug, from: name))
        case GST_MESSAGE_EOS:
            self = .endOfStream
        case GST_MESSAGE_SEGMENT_DONE:
            self = .segmentDone
        case GST_MESSAGE_QOS:
            var duration = GstClockTime(0)
            gst_message_parse_qos(message, nil, nil, nil, nil, &duration)
            guard duration > 0, duration < 1 << 62 else { return nil }
            self = .dropped(element: name, lasting: Int64(duration))
        case GST_MESSAGE_STATE_CHANGED:
            guard source.map({ UnsafeMutableRawPointer($0) }) == pipeline else { return nil }
            var new = GST_STATE_NULL
            gst_message_parse_state_changed(message, nil, &new, nil)
            guard new == GST_STATE_PLAYING else { return nil }
            self = .playing
        default:
            return nil
        }
    }
}
