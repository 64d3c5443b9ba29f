// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// A server's limits and timeouts, so that a misbehaving client does not harm the others.
enum ServerLimits {
    /// Connections of the node's port; further ones wait in the system's queue.
    ///
    /// With fewer than 4,096 descriptors, this and the other limits of connections are smaller (`ConnectionBounds`).
    static let connections = 1_024
    /// Connections of the page's port.
    static let pageConnections = 512
    /// Connections of the pairing port.
    static let pairingConnections = 64
    /// Connections of a port that have not finished the TLS handshake.
    static let handshakes = 128
    /// Connections of one peer or browser; a recorder uses two or three, a browser six.
    static let connectionsPerVisitor = 24
    /// Connections of the page's port without a session.
    static let anonymousConnections = 64
    /// The same per address; two browsers may load a page at once.
    static let anonymousPerAddress = 16
    /// Connections of the pairing port after the TLS handshake.
    static let strangerConnections = 32
    /// The same per address; a joiner needs one.
    static let strangersPerAddress = 8
    /// For a TLS handshake.
    static let handshake = TimeAmount.seconds(5)
    /// For the client to answer the end of TLS.
    static let tlsFarewell = TimeAmount.milliseconds(100)
    /// The size of a request's body, in bytes.
    static let body = 64_000
    /// For a request's body to arrive.
    static let bodyDeadline = TimeAmount.seconds(10)
    /// The size of all header fields, and of one, in bytes.
    static let headers = 16_000
    /// The number of header fields.
    static let headerCount = 100
    /// For the body of a pairing message to arrive.
    static let pairingDeadline = TimeAmount.seconds(3)
    /// For a connection without a request.
    static let idle = TimeAmount.seconds(30)
    /// For a client that does not read its response.
    static let stall = Duration.seconds(10)
    /// Between keep-alives on an event stream.
    static let keepAliveMilliseconds = 2_000
    /// For pending requests after the beginning of a shutdown; then their connections are closed.
    static let farewell = Duration.milliseconds(1_500)
    /// Items in one answer.
    static let items = 1_000
}
