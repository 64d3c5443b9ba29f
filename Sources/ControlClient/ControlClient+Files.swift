// SPDX-License-Identifier: Apache-2.0
import Tasks
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization
package import Transfers
package import Wire

/// Files, offered to a node and received by it.
extension ControlClient {
    /// All files that the node has received or is receiving, by id.
    package func files() async throws -> [TransferProgress] {
        try await all(Request(.GET, "files")) { last in
            try await answer(Request(.GET, "files", query: [("after", last?.id)]))
        }
    }

    /// How a file is getting on.
    package func file(_ id: String) async throws -> TransferProgress {
        try await answer(Request(.GET, "files", id))
    }

    /// Offers a file; one that was offered before is gone on with.
    package func offer(_ offer: FileOffer) async throws -> TransferProgress {
        try await answer(Request(.POST, "files").sending(offer))
    }

    /// Accepts or refuses an offer of somebody.
    package func decide(_ id: String, _ decision: FileDecision) async throws -> TransferProgress {
        try await answer(Request(.POST, "files", id, "decision").sending(decision))
    }

    /// Gives up a file that is on its way, or deletes one that has arrived.
    package func removeFile(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "files", id), limit: Limits.document)
    }

    /// Sends the bytes of a file that was accepted, from where it stopped; answers when it is received.
    ///
    /// When the link breaks, the error says so, and what arrived stays there: the same call goes on behind it.
    package func upload(
        _ file: OutgoingFile, as id: String, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> TransferProgress {
        let head = Request(.HEAD, "files", id)
        let offset = try await offset(of: id, head)
        progress(offset)
        var request = Request(.PATCH, "files", id)
        request.headers.add(name: "Content-Type", value: "application/partial-upload")
        request.headers.add(name: "Upload-Offset", value: "\(offset)")
        request.headers.add(name: "Upload-Complete", value: "?1")
        let life = LifeSign(offset)
        do {
            return try await file.withBytes(from: offset) { count in
                life.count = count
                progress(count)
            } _: { [self, request] bytes in
                try await send(bytes, count: file.offer.bytes - offset, request, id, life)
            }
        } catch let error as TransferError {
            throw error
        } catch {
            throw await reason(of: id) ?? explained(error, request, seconds: Limits.answer)
        }
    }

    private func send(
        _ bytes: OutgoingBytes, count: Int, _ request: Request, _ id: String, _ life: LifeSign
    ) async throws -> TransferProgress {
        try await race(
            { [self] in
                var prepared = request.prepared(for: address, session: session)
                // The library takes bytes faster than its loops encrypt them, and would hold them all.
                let paced = bytes.map { [loops = commands.eventLoopGroup] chunk in
                    for loop in loops.makeIterator() { try await loop.submit {}.get() }
                    return chunk
                }
                prepared.body = .stream(paced, length: .known(Int64(count)))
                let response = try await commands.execute(prepared, timeout: .hours(24 * 365))
                return try await answer(of: response, to: request)
            },
            { [self] () async throws -> TransferProgress in try await watch(id, life) })
    }

    /// Ends when the node does not answer any more; that nothing moves may have its reason there.
    private func watch(_ id: String, _ life: LifeSign) async throws -> Never {
        var last = life.count
        while true {
            try await Task.sleep(for: Limits.standstill)
            if life.count == last { _ = try await file(id) }
            last = life.count
        }
    }

    /// Behind how many bytes to go on.
    private func offset(of id: String, _ request: Request) async throws -> Int {
        let response = try await head(request)
        guard let field = response.headers.first(name: "Upload-Offset"), let offset = Int(field), offset >= 0
        else {
            throw unexpected(request, "it does not say behind how many bytes to go on")
        }
        return offset
    }

    /// Why the node has ended an upload; nil when it does not say so itself.
    ///
    /// A refusal in the middle of a body may get lost with its connection.
    private func reason(of id: String) async -> (any Error)? {
        guard !Task.isCancelled, let progress = try? await file(id) else { return nil }
        switch progress.phase {
        case .refused, .cancelled, .failed:
            return Problem(
                "not-received", status: 409, title: "Not received",
                detail: "\(progress.name): \(progress.problem ?? "it was \(progress.phase.rawValue) there")")
        case .offered, .accepted, .transferring, .suspended, .paused, .received: return nil
        }
    }
}

/// How far a file was taken to be sent.
private final class LifeSign: Sendable {
    private let state: Mutex<Int>

    init(_ count: Int) { state = Mutex(count) }

    var count: Int {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
