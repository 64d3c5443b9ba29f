// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// What a server bears from its clients: one that misbehaves must not harm the others.
enum ServerLimits {
    /// Connections at a time; more wait in the system's queue.
    static let connections = 1_024
    /// Connections at a time that have not shown who they are.
    static let handshakes = 128
    /// Connections of one peer at a time; a recorder keeps two or three.
    static let connectionsPerVisitor = 24
    /// Connections at a time on which no browser has said yet who it is.
    static let anonymousConnections = 64
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

    /// How many connections a visitor may have; nil for as many as there are.
    static func connections(of visitor: Visitor) -> Int? {
        switch visitor {
        case .owner: nil
        case .anonymous: anonymousConnections
        case .peer, .stranger, .browser: connectionsPerVisitor
        }
    }
}
