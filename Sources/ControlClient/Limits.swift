// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// How long the client waits and how much it takes in.
enum Limits {
    /// For a connection to come about.
    static let connect = TimeAmount.seconds(2)
    /// For the other end to answer the end of TLS.
    static let farewell = TimeAmount.milliseconds(100)
    /// Without a byte on a stream; the server says something every 2 s.
    static let silence = TimeAmount.seconds(6)
    /// For a whole answer, in seconds.
    static let answer = 10
    /// Without a byte taken of what is sent, before the node is asked whether it is there.
    static let standstill = Duration.seconds(10)
    /// For a node to say how far a file is, in seconds: an older request for it is ended first.
    static let settle = 20
    /// For a recording to stop, in seconds: its last fragments are fetched and synced first.
    static let stop = 30
    /// The size of an answer in JSON or text.
    static let document = 16 << 20
    /// The size of an init segment: parameter sets and a few boxes.
    static let initSegment = 1 << 20
    /// The size of one event, and of one line of the event stream.
    static let event = 1 << 20
    /// The size of a refusal's explanation.
    static let problem = 64 << 10
    /// Memory that is set aside for an answer because its head announces it; an answer grows beyond that as it comes.
    static let setAside = 1 << 20
    /// The items and the pages of a list that is read whole, and how long that may take, in seconds.
    static let (listItems, listPages, list) = (200_000, 2_000, 300)
    /// The epochs that a camera may account for.
    static let epochs = 50_000
    /// The characters of a reason that a node gives or is the cause of; what is longer is cut off.
    static let reason = 1_000
}
