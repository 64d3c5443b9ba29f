// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SystemPackage
import Wire

extension ControlClient {
    /// Fetches a file: resumes where an earlier try stopped, checks the digest, syncs, and only then gives it
    /// its name.
    ///
    /// When the link breaks, the error says so and the part stays: the same call goes on with it. A part that
    /// turns out to be damaged is removed. `progress` hears the bytes that are there and the total: at once,
    /// now and then, at the end.
    package func download(
        _ download: Download, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws {
        do {
            try await PartialFile.with(download) { file in
                progress(file.count, download.bytes)
                if file.count < download.bytes || download.bytes == 0 {
                    try await receive(download, into: &file, progress: progress)
                }
                try check(download, file.digest == download.sha256, "SHA-256 \(download.sha256)", file.digest)
                try await file.synchronize()
            }
            try await PartialFile.publish(download)
            progress(download.bytes, download.bytes)
        } catch let error where Self.isHopeless(error) {
            try await PartialFile.discard(download)
            throw error
        }
    }

    private func receive(
        _ download: Download, into file: inout PartialFile, progress: @Sendable (Int, Int) -> Void
    ) async throws {
        var request = Request(get: download.route)
        if file.count > 0 {
            request.headers.add(name: "Range", value: "bytes=\(file.count)-")
            request.headers.add(name: "If-Range", value: download.tag)
        }
        let response = try await open(request)
        try checkHead(response, of: download, from: file.count, request)
        if response.status != .partialContent, file.count > 0 { try await file.startOver() }

        var pace = Pace()
        do {
            for try await chunk in response.body {
                guard file.count + chunk.readableBytes <= download.bytes else {
                    throw ControlClientError.tooLarge(
                        address: "\(address)", request: request.name, limit: download.bytes)
                }
                try await file.append(chunk)
                if pace.isDue(at: file.count) { progress(file.count, download.bytes) }
            }
            try await file.flush()
        } catch {
            // What came is worth keeping, even when the caller gave up.
            try? await file.flush()
            throw explained(error, request, seconds: Limits.answer)
        }
        guard file.count == download.bytes else {
            throw ControlClientError.broken(
                address: "\(address)", request: request.name,
                reason: "\(file.count) of \(download.bytes) bytes came")
        }
    }

    /// Refuses other bytes than the announced ones before any of them is written.
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

    /// Whether the part is worth nothing after this error.
    private static func isHopeless(_ error: any Error) -> Bool {
        switch error {
        case ControlClientError.damaged, ControlClientError.tooLarge: true
        case let problem as Problem: [404, 410, 416].contains(problem.status)
        default: false
        }
    }
}

/// Says when it is time to report progress again: after 1 MB or 100 ms.
private struct Pace {
    private var bytes = 0
    private var moment = NIODeadline.now()

    mutating func isDue(at count: Int) -> Bool {
        let now = NIODeadline.now()
        guard count - bytes >= 1 << 20 || now - moment >= .milliseconds(100) else { return false }
        (bytes, moment) = (count, now)
        return true
    }
}
