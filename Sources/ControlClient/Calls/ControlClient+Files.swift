// SPDX-License-Identifier: Apache-2.0
import Tasks
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization
import SystemPackage
package import Transfers
package import Wire

/// Files that are sent to a node.
extension ControlClient {
    /// All files that the node has received or is receiving, by id.
    package func files() async throws -> [TransferProgress] {
        try await all(Request(.GET, "files")) { last in
            try await answer(Request(.GET, "files", query: [("after", last?.id)]))
        }
    }

    /// The progress of a file's transfer.
    package func file(_ id: String) async throws -> TransferProgress {
        try await answer(Request(.GET, "files", id))
    }

    /// The thumbnail of a still on a recorder, a JPEG.
    package func thumbnail(of id: String) async throws -> [UInt8] {
        try await bytes(Request(.GET, "files", id, "thumbnail"), limit: Limits.document)
    }

    /// Offers a file; if it was offered before, returns the progress of that transfer.
    package func offer(_ offer: FileOffer) async throws -> TransferProgress {
        try await answer(Request(.POST, "files").sending(offer))
    }

    /// Accepts or refuses another node's offer.
    package func decide(_ id: String, _ decision: FileDecision) async throws -> TransferProgress {
        try await answer(Request(.POST, "files", id, "decision").sending(decision))
    }

    /// Cancels a transfer, or deletes a received file.
    package func removeFile(_ id: String) async throws {
        _ = try await bytes(Request(.DELETE, "files", id), limit: Limits.document)
    }

    /// Uploads an accepted file from the offset that the node reports; returns when the node has received the whole file.
    ///
    /// If the link breaks, the node keeps the bytes that arrived, and the same call resumes after them. If the file was changed
    /// since it was read for its digest, throws `TransferError.changed`, and the node keeps nothing of it.
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
            // What has arrived would never be resumed, because the changed file has another digest.
            if case .changed = error { try? await removeFile(id) }
            throw error
        } catch {
            // The response, if it came, is preferred: the progress of the transfer has a text, but no type of problem.
            var known: (any Error)? = error as? Problem
            if known == nil { known = await reason(of: id) }
            throw known ?? explained(error, request, seconds: Limits.answer)
        }
    }

    private func send(
        _ bytes: OutgoingBytes, count: Int, _ request: Request, _ id: String, _ life: LifeSign
    ) async throws -> TransferProgress {
        try await race(
            { [self] in
                var prepared = request.prepared(for: address, session: session)
                // The HTTP library accepts bytes faster than its event loops encrypt them, and would buffer the whole file.
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

    /// Throws when the node stops answering; an upload that stands still is no error if the node still answers.
    private func watch(_ id: String, _ life: LifeSign) async throws -> Never {
        var last = life.count
        while true {
            try await Task.sleep(for: Limits.standstill)
            if life.count == last { _ = try await file(id) }
            last = life.count
        }
    }

    /// The number of bytes that the node has already stored.
    private func offset(of id: String, _ request: Request) async throws -> Int {
        let response = try await head(request)
        guard let field = response.headers.first(name: "Upload-Offset"), let offset = Int(field), offset >= 0
        else {
            throw unexpected(request, "it does not say behind how many bytes to go on")
        }
        return offset
    }

    /// The node's reason for the end of an upload, or nil if its progress gives none.
    ///
    /// A refusal in the middle of a body can be lost with its connection.
    private func reason(of id: String) async -> Problem? {
        guard !Task.isCancelled, let progress = try? await file(id) else { return nil }
        switch progress.phase {
        case .failed:
            // Only a wrong digest makes an upload fail for good; every other error suspends it.
            return Problem(
                "wrong-digest", status: 422, title: "Wrong digest",
                detail: progress.problem ?? "what came as \(progress.name) is not what was announced")
        case .refused, .cancelled:
            return Problem(
                "not-received", status: 409, title: "Not received",
                detail: "\(progress.name): \(progress.problem ?? "it was \(progress.phase.rawValue) there")")
        case .offered, .accepted, .transferring, .suspended, .paused, .received: return nil
        }
    }
}

/// The number of bytes that the HTTP library has accepted for sending.
private final class LifeSign: Sendable {
    private let state: Mutex<Int>

    init(_ count: Int) { state = Mutex(count) }

    var count: Int {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
