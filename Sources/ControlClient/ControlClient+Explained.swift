// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemPackage
import Wire

extension ControlClient {
    /// What a failure of the libraries below means to a person.
    func explained(_ error: any Error, _ request: Request, seconds: Int) -> any Error {
        let address = "\(address)"
        switch error {
        case is CancellationError, is Problem, is ControlClientError:
            return error
        case is DeadlineExceeded:
            return ControlClientError.timedOut(address: address, request: request.name, seconds: seconds)
        case let error as HTTPClientError:
            return explained(error, request, seconds: seconds)
        case let error as NIOConnectionError:
            let reason =
                error.connectionErrors.last.map { self.reason(of: $0.error) } ?? "the host name is unknown"
            return ControlClientError.unreachable(address: address, reason: reason)
        case let error as IOError where Self.unreachable.contains(Errno(rawValue: error.errnoCode)):
            return ControlClientError.unreachable(address: address, reason: reason(of: error))
        case is SocketAddressError:
            return ControlClientError.unreachable(address: address, reason: "the host name is unknown")
        case let error as HTTPParserError where error != .invalidEOFState:
            return unexpected(request, "it does not speak HTTP")
        default:
            return ControlClientError.broken(
                address: address, request: request.name, reason: reason(of: error))
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

    private func reason(of error: any Error) -> String {
        if let error = error as? IOError { return "\(Errno(rawValue: error.errnoCode))".lowercased() }
        return "\(error)"
    }
}
