// SPDX-License-Identifier: Apache-2.0

/// A failed request to a node; each description says what happened, where, and what to do next.
///
/// A refusal by the node is not among them: that is a `Problem`.
package enum ControlClientError: Error, Sendable, Equatable {
    /// No node answers at the address.
    case unreachable(address: String, reason: String)
    /// The node at the address presents another certificate than the paired node's.
    case impostor(address: String, expected: String)
    /// The node does not accept this client: it is not paired, or was revoked.
    case notPaired(address: String)
    /// The response did not come in time.
    case timedOut(address: String, request: String, seconds: Int)
    /// The node has sent nothing for too long, not even a keep-alive.
    case silent(address: String, seconds: Int)
    /// The connection ended in the middle of a response.
    case broken(address: String, request: String, reason: String)
    /// The response is not that of a Longshot node.
    case unexpected(address: String, request: String, reason: String)
    /// The response exceeds its limit.
    case tooLarge(address: String, request: String, limit: Int)
    /// The received bytes differ from the announced ones.
    case damaged(what: String, expected: String, actual: String)
    /// A file on this machine cannot be read or written.
    case file(path: String, operation: String, reason: String)
    /// This client was shut down.
    case closed

    /// Whether a retry of the same request may succeed a little later.
    package var isTransient: Bool {
        switch self {
        case .unreachable, .timedOut, .silent, .broken: true
        case .impostor, .notPaired, .unexpected, .tooLarge, .damaged, .file, .closed: false
        }
    }
}

extension ControlClientError: CustomStringConvertible {
    /// One or two sentences for a log or a person.
    package var description: String {
        switch self {
        case .unreachable:
            """
            \(cause). Check that it runs, and that host and port are right.
            """
        case .impostor(let address, let expected):
            """
            What answers at \(address) is not the node that was paired (\(expected)): nothing was sent to it. \
            Check the address; if the node was set up anew, pair it again: `longshot pair open` there, and `longshot pair join` here.
            """
        case .notPaired(let address):
            """
            The node at \(address) does not let us in: we are not paired with it, or were revoked. \
            Run `longshot pair open` on it and `longshot pair join` here.
            """
        case .timedOut:
            "\(cause). Check its log and the network, then try again."
        case .silent:
            "\(cause). Check that the node runs and that the network is up."
        case .broken:
            "\(cause). Try again; if it happens often, check the node's log and the network."
        case .unexpected(let address, let request, let reason):
            """
            What listens at \(address) gave an unexpected answer to \(request): \(reason). \
            Check that it is a Longshot node of the same version.
            """
        case .tooLarge(let address, let request, let limit):
            """
            The answer of \(address) to \(request) is larger than \(limit) bytes and was refused. \
            Check that it is a Longshot node of the same version.
            """
        case .damaged(let what, let expected, let actual):
            """
            \(what) arrived damaged: \(expected) was announced, \(actual) came. \
            Fetch it again; if it happens again, check the sender's disk.
            """
        case .file(let path, let operation, let reason):
            "cannot \(operation) \(path): \(reason)"
        case .closed:
            "This connection to the node was already closed. Open a new one."
        }
    }
}

extension ControlClientError {
    /// What happened, without what to do about it, for a caller that tries again by itself.
    package var cause: String {
        switch self {
        case .unreachable(let address, let reason):
            "No node answers at \(address) (\(reason))"
        case .timedOut(let address, let request, let seconds):
            "The node at \(address) did not answer \(request) within \(seconds) s"
        case .silent(let address, let seconds):
            "The node at \(address) has been silent for \(seconds) s; the link is taken for dead"
        case .broken(let address, let request, let reason):
            "The connection to \(address) ended in the middle of \(request) (\(reason))"
        case .impostor, .notPaired, .unexpected, .tooLarge, .damaged, .file, .closed: description
        }
    }
}
