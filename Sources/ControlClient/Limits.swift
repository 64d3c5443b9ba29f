// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The client's timeouts and size limits.
enum Limits {
    /// For a connection to be established.
    static let connect = TimeAmount.seconds(2)
    /// For the node to answer the end of TLS.
    static let farewell = TimeAmount.milliseconds(100)
    /// For silence on an event stream or a download; on its streams the server sends at least a keep-alive every 2 s.
    static let silence = TimeAmount.seconds(6)
    /// For a whole response, in seconds.
    static let answer = 10
    /// For a list of a machine's cameras, in seconds; the node measures how fast it encodes.
    static let survey = 70
    /// For an upload without progress, before the client checks whether the node still answers.
    static let standstill = Duration.seconds(10)
    /// For the offset of an upload, in seconds; the node first ends an older request for the same file.
    static let settle = 20
    /// For the answer to a stop, in seconds; the recorder waits up to 10 s for the last fragments.
    static let stop = 30
    /// The size of a JSON or text response, in bytes.
    static let document = 16 << 20
    /// The size of an init segment, in bytes: parameter sets and a few boxes.
    static let initSegment = 1 << 20
    /// The size of one event and of one line of the event stream, in bytes.
    static let event = 1 << 20
    /// The size of the problem in a refusal, in bytes.
    static let problem = 64 << 10
    /// The most memory reserved because of a Content-Length, in bytes; the buffer grows beyond it as bytes arrive.
    static let setAside = 1 << 20
    /// The items and pages of a list that is read completely, and its timeout in seconds.
    static let (listItems, listPages, list) = (200_000, 2_000, 300)
    /// The number of epochs in a camera's account.
    static let epochs = 50_000
    /// The length of a reason from a node or a library, in characters; longer ones are truncated.
    static let reason = 1_000
}
