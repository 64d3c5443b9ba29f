// SPDX-License-Identifier: Apache-2.0
import Disk
package import Logging
import Pipelines
import Synchronization
package import SystemPackage
import Tasks
import Wire

/// The viewers' process: receives offers and pictures from a node, and connects browsers to its streams.
package final class ViewerProcess: Sendable {
    /// The time for telling browsers that the process ends.
    private static let farewell = Duration.seconds(2)

    private let library: PipelineLibrary
    private let logger: Logger
    private let output: FileDescriptor
    private let mouth = BlockingExecutor(label: "viewers.output")
    private let nursery = Nursery()
    private let sessions = Mutex<[String: ViewerSession]>([:])

    /// - Parameters:
    ///   - home: the node's home; its pipelines take precedence over shipped ones.
    ///   - output: receives the answers.
    package init(home: FilePath?, output: FileDescriptor = .standardOutput, logger: Logger) {
        (library, self.output, self.logger) = (PipelineLibrary(home: home), output, logger)
    }

    /// Serves until the input ends, which the node closes when it ends or has no viewers.
    package func run(_ input: FileDescriptor = .standardInput) async throws {
        let ended = Pending<Void>()
        let work = Task {
            await nursery.run()
            ended.resolve(())
        }
        let (ear, preparation) = (
            BlockingExecutor(label: "viewers.input"), BlockingExecutor(label: "viewers.preparation")
        )
        async let _ = preparation.run { [library] in ViewerSession.warmUp(from: library) }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await ear.run { [self] in try listen(to: input) })
        } catch {
            outcome = .failure(error)
        }
        for session in sessions.withLock({ Array($0.values) }) { session.end("the node has ended it") }
        nursery.close()
        // Do not wait for a pipeline that hangs: it ends with the process.
        if await ended.value(within: Self.farewell) == nil { work.cancel() }
        try outcome.get()
    }

    /// Reads and dispatches messages; blocks its thread.
    private func listen(to input: FileDescriptor) throws {
        var reader = ViewerMessageReader()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var gops: [UInt32: CurrentGOP<ViewerMessage.Picture>] = [:]
        while true {
            let count = try unsafe buffer.withUnsafeMutableBytes { unsafe try input.read(into: $0) }
            guard count > 0 else { return }
            reader.append(buffer[..<count])
            while let message = try reader.next() { take(message, &gops) }
        }
    }

    private func take(_ message: ViewerMessage, _ gops: inout [UInt32: CurrentGOP<ViewerMessage.Picture>]) {
        switch message {
        case .offer(let offer): begin(offer)
        case .close(let word): sessions.withLock { $0[word.id] }?.end("the viewer has left")
        case .picture(let picture):
            gops[picture.stream, default: CurrentGOP()].add(
                picture, isSync: picture.isSync, byteCount: picture.bytes.count)
            let gop = gops[picture.stream]?.pictures ?? []
            for session in sessions.withLock({ $0.values.filter { $0.stream == picture.stream } }) {
                session.send(picture, of: gop)
            }
        case .answer, .ended: return
        }
    }

    private func begin(_ offer: ViewerMessage.Offer) {
        let began = nursery.begin { [self] in
            var reason: String
            do {
                let session = try ViewerSession(offer, from: library)
                sessions.withLock { $0[offer.id] = session }
                reason = try await session.run { await say(.answer(ViewerMessage.Word(id: offer.id, text: $0))) }
            } catch {
                reason = "\(error)"
                logger.warning("a viewer's pipeline failed", metadata: ["error": "\(error)"])
            }
            sessions.withLock { $0[offer.id] = nil }
            await say(.ended(ViewerMessage.Word(id: offer.id, text: reason)))
        }
        if !began { logger.error("an offer was ignored: there are too many") }
    }

    /// Writes a whole message; errors are ignored, because this process ends when the node closes its input.
    private func say(_ message: ViewerMessage) async {
        try? await mouth.run { [output] in _ = try output.writeAll(message.framed()) }
    }
}
