// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// What a server bears from its clients: one that misbehaves must not harm the others.
enum ServerLimits {
    /// Connections of the node's port at a time; more wait in the system's queue.
    ///
    /// Fewer where the process may have fewer
    /// than 4,096 descriptors (`ConnectionBounds`); so are the other bounds.
    static let connections = 1_024
    /// Connections of the page's port at a time.
    static let pageConnections = 512
    /// Connections of the pairing port at a time.
    static let pairingConnections = 64
    /// Connections of a port at a time that have not shown who they are.
    static let handshakes = 128
    /// Connections of one peer or browser at a time; a recorder keeps two or three, a browser six.
    static let connectionsPerVisitor = 24
    /// Connections at a time on which no browser has said yet who it is.
    static let anonymousConnections = 64
    /// The same, of one address: two browsers may load a page at once.
    static let anonymousPerAddress = 16
    /// Connections of the pairing port at a time that have finished TLS.
    static let strangerConnections = 32
    /// The same, of one address; a joiner needs one.
    static let strangersPerAddress = 8
    /// For a TLS handshake.
    static let handshake = TimeAmount.seconds(5)
    /// For the other end to answer the end of TLS.
    static let tlsFarewell = TimeAmount.milliseconds(100)
    /// The size of a request's body.
    static let body = 64 << 10
    /// For a request's body to come in.
    static let bodyDeadline = TimeAmount.seconds(10)
    /// The size of all header fields, and of one.
    static let headers = 16 << 10
    /// How many header fields.
    static let headerCount = 100
    /// For the body of a message of pairing.
    static let pairingDeadline = TimeAmount.seconds(3)
    /// A connection without a request.
    static let idle = TimeAmount.seconds(30)
    /// A client that takes nothing of what is written to it.
    static let stall = Duration.seconds(10)
    /// Between signs of life on an event stream.
    static let keepAliveMilliseconds = 2_000
    /// For requests in progress to end once the server is to stop; those that have not are cut.
    static let farewell = Duration.milliseconds(1_500)
    /// Items of one answer.
    static let items = 1_000
}
