// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SystemPackage
import Tasks
import Transfers
import Wire

extension ControlClient {
    /// Downloads a file: resumes a partial file, checks the digest, syncs, and only then renames it to the target.
    ///
    /// Does nothing if the target already has this digest. If the link breaks, the partial file remains, and the same call resumes
    /// it. A damaged partial file is deleted. `progress` gets the bytes so far and the total: at the start, at intervals and at the
    /// end. `willWrite` is called before that many bytes are written; its error ends the download, and the partial file remains.
    package func download(
        _ download: Download, progress: @Sendable (Int, Int) -> Void = { _, _ in },
        willWrite: @Sendable (Int) async throws -> Void = { _ in }
    ) async throws {
        do {
            if try await FileDigest.of(download.target, size: download.bytes)?.sha256 == download.sha256 {
                return progress(download.bytes, download.bytes)
            }
            try await PartialFile.with(download.part, atMost: download.bytes, permissions: download.permissions) {
                file in
                let count = await file.count
                progress(count, download.bytes)
                if count < download.bytes || download.bytes == 0 {
                    try await receive(download, into: file, from: count, willWrite: willWrite, progress: progress)
                }
                let digest = await file.digest
                try check(download, digest == download.sha256, "SHA-256 \(download.sha256)", digest)
                try await file.synchronize()
            }
            try await publish(download)
            progress(download.bytes, download.bytes)
        } catch let error where Self.isHopeless(error) {
            try await PartialFile.discard(download.part)
            throw error
        } catch TransferError.file(let path, let operation, let reason, _) {
            // A user knows nothing of partial files.
            let shown = path == download.part.string ? download.target.string : path
            throw ControlClientError.file(path: shown, operation: operation, reason: reason)
        }
    }

    private func publish(_ download: Download) async throws {
        if download.replaces { return try await PartialFile.publish(download.part, as: download.target) }
        guard try await PartialFile.publish(download.part, asNew: download.target) else {
            throw ControlClientError.file(
                path: download.target.string, operation: "make", reason: "another file has this name meanwhile")
        }
    }

    private func receive(
        _ download: Download, into file: PartialFile, from start: Int,
        willWrite: @Sendable (Int) async throws -> Void, progress: @Sendable (Int, Int) -> Void
    ) async throws {
        var request = Request(get: download.route)
        if start > 0 {
            request.headers.add(name: "Range", value: "bytes=\(start)-")
            request.headers.add(name: "If-Range", value: download.tag)
        }
        let response = try await open(request)
        try checkHead(response, of: download, from: start, request)
        if response.status != .partialContent, start > 0 { try await file.startOver() }

        let pace = Pace()
        do {
            try await file.take(response.body, upTo: download.bytes, willWrite: willWrite) { count in
                if pace.isDue(at: count) { progress(count, download.bytes) }
            }
        } catch TransferError.tooLong(let limit) {
            throw ControlClientError.tooLarge(address: "\(address)", request: request.name, limit: limit)
        } catch let error where error is TransferError || error is Problem {
            throw error
        } catch {
            throw explained(error, request, seconds: Limits.answer)
        }
        let count = await file.count
        guard count == download.bytes else {
            throw ControlClientError.broken(
                address: "\(address)", request: request.name,
                reason: "\(count) of \(download.bytes) bytes came")
        }
    }

    /// Rejects a response for other bytes than the announced ones before anything is written.
    private func checkHead(
        _ response: HTTPClientResponse, of download: Download, from start: Int, _ request: Request
    ) throws {
        if let tag = response.headers.first(name: "ETag") {
            try check(download, tag == download.tag, "the version \(download.tag)", tag)
        }
        if let field = response.headers.first(name: "Repr-Digest"), let digest = ReprDigest(field) {
            try check(download, digest.sha256 == download.sha256, "SHA-256 \(download.sha256)", digest.sha256)
        }
        guard response.status == .partialContent else { return }
        let range = response.headers.first(name: "Content-Range") ?? "missing"
        guard range == "bytes \(start)-\(download.bytes - 1)/\(download.bytes)" else {
            throw unexpected(request, "its Content-Range is \(range)")
        }
    }

    private func check(_ download: Download, _ isRight: Bool, _ expected: String, _ actual: String) throws {
        guard !isRight else { return }
        throw ControlClientError.damaged(
            what: download.target.lastComponent?.string ?? download.route, expected: expected, actual: actual)
    }

    /// Whether the partial file is useless after this error.
    private static func isHopeless(_ error: any Error) -> Bool {
        switch error {
        case ControlClientError.damaged, ControlClientError.tooLarge: true
        case let problem as Problem: [404, 410, 416].contains(problem.status)
        default: false
        }
    }
}
