// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Foundation
import Synchronization
import SystemPackage
import Transfers
import Wire

/// Sends files to a node, one after the other, and resumes after a broken link.
struct FileSender: Sendable {
    /// A file that is being sent.
    private struct Parcel: Sendable {
        let file: OutgoingFile
        var progress: TransferProgress
    }

    /// The result of a file.
    struct Report: Codable {
        let path: String
        let id: String?
        /// The name of the file on the node.
        let name: String?
        let bytes: Int?
        let sha256: String?
        /// `received`, or `failed`.
        let result: String
        /// Whether the node had it already.
        let skipped: Bool?
        /// The bytes sent by this command.
        let sentBytes: Int?
        let seconds: Double?
        let problem: String?
    }

    /// The command was interrupted before it had sent anything of the files that were left.
    enum Unsent: Error {
        /// While it read the first files.
        case unread
        /// While it waited for decisions about them.
        case undecided

        /// What that means, as a sentence.
        var words: String {
            switch self {
            case .unread: "this command has sent nothing yet: repeat it to send the files"
            case .undecided:
                "nothing was sent of what still waits for a decision there: the same command goes on waiting for it"
            }
        }
    }

    /// The number of files that are announced before the first is sent; a node accepts 256 from a peer.
    private static let group = 64

    let client: ControlClient
    let json: Bool
    /// The width of the column of paths.
    private let pathWidth: Int

    /// Sends these paths, which decide the width of the first column.
    init(client: ControlClient, json: Bool, for paths: [FilePath]) {
        (self.client, self.json) = (client, json)
        pathWidth = min(40, paths.map(\.string.count).max() ?? 0)
    }

    /// Sends all files; returns the first failure, if any.
    ///
    /// Throws `Unsent` if it is cancelled while it reads the first files, or while it waits for decisions.
    func send(_ paths: [FilePath]) async throws -> (any Error)? {
        var failure: (any Error)?
        // The same file twice is one there.
        var arrived: Set<String> = []
        var batch = Batch(count: paths.count, total: paths.reduce(0) { $0 + Self.size($1) })
        for start in stride(from: 0, to: paths.count, by: Self.group) {
            var parcels: [(path: FilePath, parcel: Parcel?)] = []
            for path in paths[start..<min(start + Self.group, paths.count)] {
                do {
                    parcels.append((path, try await attempt(path, &failure) { try await offer(path) }))
                } catch is CancellationError where start == 0 {
                    throw Unsent.unread
                }
            }
            func finish(_ path: FilePath, _ parcel: Parcel?, _ refusal: (any Error)? = nil) async throws {
                if let parcel {
                    _ = try await attempt(path, &failure) {
                        if let refusal { throw refusal }
                        let id = parcel.progress.id
                        guard !arrived.contains(id) else { return try tell(parcel, nil, sent: 0) }
                        try await deliver(parcel, batch)
                        arrived.insert(id)
                    }
                }
                batch.number += 1
                batch.done += Self.size(path)
            }
            for (path, parcel) in parcels where parcel?.progress.phase != .offered { try await finish(path, parcel) }
            var undecided = parcels.filter { $0.parcel?.progress.phase == .offered }.count
            // Somebody who decides about one file does not wait for what is decided about another.
            for await (path, parcel, refusal) in decisions(about: parcels) {
                undecided -= 1
                try await finish(path, parcel, refusal)
            }
            if undecided > 0, Task.isCancelled { throw Unsent.undecided }
            try Task.checkCancellation()
        }
        return failure
    }

    /// The offered files of a group, each when somebody has decided about it.
    private func decisions(
        about parcels: [(path: FilePath, parcel: Parcel?)]
    ) -> AsyncStream<(path: FilePath, parcel: Parcel, refusal: (any Error)?)> {
        let offered = parcels.compactMap { path, parcel in
            parcel.flatMap { $0.progress.phase == .offered ? (path, $0) : nil }
        }
        return AsyncStream { decided in
            let waiting = Task {
                await withTaskGroup(of: Void.self) { group in
                    for (path, parcel) in offered {
                        Terminal.complain(
                            "waiting until somebody there decides about \(parcel.progress.name) (\(parcel.progress.id)) …"
                        )
                        group.addTask {
                            do {
                                try await delivery.decision(about: parcel.progress)
                                decided.yield((path, parcel, nil))
                            } catch {
                                decided.yield((path, parcel, error))
                            }
                        }
                    }
                }
                decided.finish()
            }
            decided.onTermination = { _ in waiting.cancel() }
        }
    }

    /// Runs a step of a file; reports a failure, so that the other files continue.
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
        return Parcel(file: file, progress: try await delivery.offer(file))
    }

    private func deliver(_ parcel: Parcel, _ batch: Batch) async throws {
        guard parcel.progress.phase != .received else { return try tell(parcel, nil, sent: 0) }
        let bar = ProgressBar(batch.label(parcel.file.offer.name))
        defer { bar.end() }
        let start = ContinuousClock.now
        let journey = Journey()
        let received = try await delivery.send(parcel.file, as: parcel.progress.id, onTry: journey.begin) { count in
            journey.note(count)
            bar.update(batch.done + count, of: batch.total)
        }
        bar.end()
        try tell(
            Parcel(file: parcel.file, progress: received), (ContinuousClock.now - start) / .seconds(1),
            sent: journey.sent)
    }

    private var delivery: Delivery {
        let told = Mutex("")
        return Delivery(through: client) { error in
            let words = (error as? ControlClientError)?.cause ?? Terminal.words(for: error)
            // A line that replaces itself is cut at the width of the terminal, so the reason gets one of its own.
            let isKnown = told.withLock { told in
                defer { told = words }
                return told == words
            }
            if !isKnown {
                Terminal.endProgress()
                Terminal.advise(words)
            }
            Terminal.progress("trying again …")
        }
    }

    private func tell(_ parcel: Parcel, _ seconds: Double?, sent: Int) throws {
        let (path, progress) = (parcel.file.path, parcel.progress)
        guard json else {
            let rate = seconds.map { $0 > 0 ? ", \(ByteSize.text(Int(Double(sent) / $0)))/s" : "" } ?? ""
            let name = progress.name == path.lastComponent?.string ? "" : " as \(progress.name)"
            Terminal.say(
                "\(column(path))  \(Format.column(ByteSize.text(progress.total), 8, isRight: true))  "
                    + (seconds == nil ? "is there already" : "received\(name)\(rate)"))
            return
        }
        try tell(
            Report(
                path: path.string, id: progress.id, name: progress.name, bytes: progress.total, sha256: progress.sha256,
                result: "received", skipped: seconds == nil, sentBytes: sent, seconds: seconds, problem: nil))
    }

    /// The whole path, padded to the column: the output must name the file, even if it is long.
    private func column(_ path: FilePath) -> String { Format.column(path.string, max(pathWidth, path.string.count)) }

    private func tell(_ path: FilePath, _ error: any Error) throws {
        Terminal.endProgress()
        var words = Self.words((error as? Problem)?.detail ?? Terminal.words(for: error), about: path)
        if let error = error as? ControlClientError, error.isTransient {
            words = "\(error.cause). What has arrived is kept there: the same command goes on where this one stopped"
        }
        Terminal.complain("longshot: \(path): \(words)")
        guard json else { return }
        try tell(
            Report(
                path: path.string, id: nil, name: nil, bytes: nil, sha256: nil, result: "failed", skipped: nil,
                sentBytes: nil, seconds: nil, problem: words))
    }

    /// The words about a file, without its name at their beginning: the line begins with its path.
    static func words(_ words: String, about path: FilePath) -> String {
        if words.hasPrefix("cannot read \(path): ") { return String(words.dropFirst("cannot read \(path): ".count)) }
        let names = [path.string, path.lastComponent?.string ?? path.string]
        guard let name = names.first(where: { words.hasPrefix("\($0) ") }) else { return words }
        return "it \(words.dropFirst(name.count + 1))"
    }

    private func tell(_ report: Report) throws {
        try Terminal.say(jsonLine: report)
    }
}
