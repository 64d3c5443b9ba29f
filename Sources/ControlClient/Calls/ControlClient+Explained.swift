// SPDX-License-Identifier: Apache-2.0
import Tasks
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemPackage
import Trust
import Wire

extension ControlClient {
    /// Translates an error of the libraries below into one that a person understands.
    func explained(_ error: any Error, _ request: Request, seconds: Int) -> any Error {
        let address = "\(address)"
        switch error {
        case is CancellationError, is Problem, is ControlClientError:
            return error
        case is TimedOut:
            return ControlClientError.timedOut(address: address, request: request.name, seconds: seconds)
        case let error as HTTPClientError:
            return explained(error, request, seconds: seconds)
        case let error as NIOConnectionError:
            return ControlClientError.unreachable(address: address, reason: Self.reason(of: error))
        case let error as IOError where Self.unreachable.contains(Errno(rawValue: error.errnoCode)):
            return ControlClientError.unreachable(address: address, reason: Self.reason(of: error))
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            return ControlClientError.unreachable(address: address, reason: "the host name is unknown")
        case let error where Self.isCertificateRefusal(error):
            return ControlClientError.impostor(address: address, expected: access.node.id.short)
        case let error where Self.isAlert(error):
            return ControlClientError.notPaired(address: address)
        case let error as HTTPParserError where error != .invalidEOFState:
            return unexpected(request, "it does not speak HTTP")
        default:
            return ControlClientError.broken(
                address: address, request: request.name, reason: Self.reason(of: error))
        }
    }

    private func explained(_ error: HTTPClientError, _ request: Request, seconds: Int) -> ControlClientError {
        switch error {
        case .alreadyShutdown, .cancelled:
            .closed
        case .connectTimeout:
            .unreachable(address: "\(address)", reason: "no connection within 2 s")
        case .deadlineExceeded, .getConnectionFromPoolTimeout:
            .timedOut(address: "\(address)", request: request.name, seconds: seconds)
        case .readTimeout:
            .silent(address: "\(address)", seconds: Int(Limits.silence.nanoseconds / 1_000_000_000))
        default:
            .broken(address: "\(address)", request: request.name, reason: error.shortDescription)
        }
    }

    private static let unreachable: Set<Errno> = [
        .connectionRefused, .networkUnreachable, .noRouteToHost, .hostIsDown,
    ]

    /// Whether the client has refused the node's certificate.
    private static func isCertificateRefusal(_ error: any Error) -> Bool {
        "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
    }

    /// Whether the node has refused the client's certificate (RFC 8446 §6.2); in TLS 1.3 the alert comes after the handshake.
    private static func isAlert(_ error: any Error) -> Bool {
        "\(error)".contains("ALERT")
    }

    /// A short description of a library's error.
    static func reason(of error: any Error) -> String {
        if let error = error as? NIOConnectionError {
            return error.connectionErrors.last.map { reason(of: $0.error) } ?? "the host name is unknown"
        }
        if let error = error as? IOError { return "\(Errno(rawValue: error.errnoCode))".lowercased() }
        let words = "\(error)"
        guard words.contains("sslError") || words.contains("handshakeFailed") else { return words }
        if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST") {
            return "what answers there does not speak TLS, which nodes do"
        }
        return words.contains("EOF") ? "it closed the connection during the TLS handshake" : "the TLS handshake failed"
    }
}
