// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Foundation
import SystemPackage
import Transfers
import Wire

/// Brings files to a node, one after the other, and goes on when the link breaks.
struct Courier: Sendable {
    /// A file that is on its way.
    private struct Parcel: Sendable {
        let file: OutgoingFile
        var progress: TransferProgress
    }

    /// What became of a file.
    struct Report: Codable {
        let path: String
        let id: String?
        /// What it is called there.
        let name: String?
        let bytes: Int?
        let sha256: String?
        /// `received`, or `failed`.
        let result: String
        /// Whether it was there already.
        let skipped: Bool?
        /// How many of its bytes were sent this time.
        let sentBytes: Int?
        let seconds: Double?
        let problem: String?
    }

    /// Tries for one file, while the node is away.
    private static let tries = 12
    /// Files that are announced before the first of them is sent; a node bears 256 of one peer.
    private static let group = 64

    let client: ControlClient
    let json: Bool

    /// Sends all files; answers the first failure, if any.
    func send(_ paths: [FilePath]) async throws -> (any Error)? {
        var failure: (any Error)?
        var batch = Batch(count: paths.count, total: paths.reduce(0) { $0 + Self.size($1) })
        for start in stride(from: 0, to: paths.count, by: Self.group) {
            var parcels: [(path: FilePath, parcel: Parcel?)] = []
            for path in paths[start..<min(start + Self.group, paths.count)] {
                let parcel = try await attempt(path, &failure) { try await offer(path) }
                parcels.append((path, parcel))
            }
            for (path, parcel) in parcels {
                if let parcel { _ = try await attempt(path, &failure) { try await deliver(parcel, batch) } }
                batch.number += 1
                batch.done += Self.size(path)
            }
        }
        return failure
    }

    /// Does something with a file; a failure is told, and the other files go on.
    private func attempt<Result>(
        _ path: FilePath, _ failure: inout (any Error)?, _ body: () async throws -> Result
    ) async throws -> Result? {
        do {
            return try await body()
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            try tell(path, error)
            failure = failure ?? error
            return nil
        }
    }

    private static func size(_ path: FilePath) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path.string)[.size] as? Int) ?? 0
    }

    private func offer(_ path: FilePath) async throws -> Parcel {
        let bar = ProgressBar("reading \(path.lastComponent?.string ?? path.string)")
        defer { bar.end() }
        let file = try await OutgoingFile(reading: path) { bar.update($0, of: $1) }
        return Parcel(file: file, progress: try await persistently { try await client.offer(file.offer) })
    }

    private func deliver(_ parcel: Parcel, _ batch: Batch) async throws {
        guard parcel.progress.phase != .received else { return try tell(parcel, nil, sent: 0) }
        let bar = ProgressBar(parcel.file.offer.name)
        defer { bar.end() }
        if parcel.progress.phase == .offered { try await waitForDecision(parcel.progress) }
        let start = ContinuousClock.now
        let journey = Journey()
        let total = parcel.file.offer.bytes
        let received = try await persistently {
            journey.begin()
            return try await client.upload(parcel.file, as: parcel.progress.id) { count in
                journey.note(count)
                bar.update(count, of: total) { batch.words(with: count, at: $0) }
            }
        }
        bar.end()
        try tell(
            Parcel(file: parcel.file, progress: received), (ContinuousClock.now - start) / .seconds(1),
            sent: journey.sent)
    }

    private func waitForDecision(_ offered: TransferProgress) async throws {
        Terminal.complain("waiting until somebody there decides about \(offered.name) (\(offered.id)) …")
        while true {
            let progress = try await persistently { try await client.file(offered.id) }
            switch progress.phase {
            case .offered: try await Task.sleep(for: .seconds(1))
            case .refused:
                throw Problem(
                    "refused", status: 403, title: "Refused",
                    detail: "it is not wanted there" + (progress.problem.map { ": \($0)" } ?? ""))
            default: return
            }
        }
    }

    /// Does something again when the link breaks, a little later each time, and gives up in the end.
    private func persistently<Result>(_ body: () async throws -> Result) async throws -> Result {
        var delay = Duration.milliseconds(200)
        for _ in 1..<Self.tries {
            do {
                return try await body()
            } catch let error where Self.isTransient(error) {
                Terminal.progress("\(Terminal.words(for: error))")
                try await Task.sleep(for: delay)
                delay = min(delay * 2, .seconds(5))
            }
        }
        return try await body()
    }

    private static func isTransient(_ error: any Error) -> Bool {
        switch error {
        case let error as ControlClientError: error.isTransient
        case let problem as Problem:
            [408, 503].contains(problem.status) || problem.type.hasSuffix(":mismatching-upload-offset")
        default: false
        }
    }

    private func tell(_ parcel: Parcel, _ seconds: Double?, sent: Int) throws {
        let (path, progress) = (parcel.file.path, parcel.progress)
        guard json else {
            let rate = seconds.map { $0 > 0 ? ", \(Format.bytes(Int(Double(sent) / $0)))/s" : "" } ?? ""
            Terminal.say(
                "\(path)  \(Format.bytes(progress.total))  "
                    + (seconds == nil ? "is there already" : "received as \(progress.name)\(rate)"))
            return
        }
        try tell(
            Report(
                path: path.string, id: progress.id, name: progress.name, bytes: progress.total, sha256: progress.sha256,
                result: "received", skipped: seconds == nil, sentBytes: sent, seconds: seconds, problem: nil))
    }

    private func tell(_ path: FilePath, _ error: any Error) throws {
        Terminal.endProgress()
        let words = (error as? Problem)?.detail ?? Terminal.words(for: error)
        Terminal.complain("longshot: \(path): \(words)")
        guard json else { return }
        try tell(
            Report(
                path: path.string, id: nil, name: nil, bytes: nil, sha256: nil, result: "failed", skipped: nil,
                sentBytes: nil, seconds: nil, problem: words))
    }

    private func tell(_ report: Report) throws {
        Terminal.say(String(decoding: try JSON.encode(report), as: UTF8.self))
    }
}
