// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Tasks
import Trust
import Viewing
import Wire

extension CameraLink {
    /// Records for as long as there is something to record and a link to record over.
    func record(over client: any CameraConnection, _ accounts: CameraAccounts) async {
        var failures = 0
        let stream = ViewerStream(id.text, of: parts.viewers)
        while let open = openRecording, !Task.isCancelled {
            let session = RecordingSession(
                open: open, client: client, accounts: accounts, archive: parts.archive,
                makeLane: parts.makeLane, preview: preview, backfillRate: parts.backfillRate, nursery: parts.nursery,
                publish: { [self] in await publish($0) },
                outputs: [preview, stream], logger: parts.logger)
            // People must not take for live what stands still.
            defer { stream.end() }
            do {
                if case .finished = try await session.run() { return await finish(open, accounts) }
                failures = 0
                if open.isStopping, openRecording !== open { return }
            } catch is CancellationError where Task.isCancelled {
                // The link or the node ends: nothing was interrupted.
                return
            } catch {
                failures += 1
                await report(error, of: open)
                // Without live video, what the spool holds is fetched all the same, and longer with each failure.
                let patience = Duration.milliseconds(min(30_000, 250 << min(failures, 7)))
                if failures > 1, case .finished? = try? await session.fetch(for: patience) {
                    return await finish(open, accounts)
                }
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Logs why a session broke, and publishes it when that is news.
    private func report(_ error: any Error, of open: OpenRecording) async {
        guard !(error is LiveLaneError) else {
            return parts.logger.notice("live video is opened anew", metadata: ["reason": "\(error)"])
        }
        parts.logger.warning("recording interrupted", metadata: ["error": "\(error)"])
        if open.complain("\(error)") { await publish(open) }
    }

    /// Closes a recording: its files, its row, its place.
    private func finish(_ open: OpenRecording, _ accounts: CameraAccounts) async {
        do {
            _ = try await parts.archive.store.stop(recording: open.recording.id, at: wallNanoseconds())
        } catch {
            parts.logger.error("recording not closed", metadata: ["error": "\(error)"])
        }
        // All accounts once more: how the recording's epochs ended is what verification goes by.
        _ = try? await accounts.register()
        try? await accounts.release(allBut: nil)
        forget(open)
        open.finished.resolve(())
        await publish(open)
    }

    /// Publishes how a recording is.
    func publish(_ open: OpenRecording) async {
        guard var description = try? await parts.archive.description(of: open.recording.id, withSegments: false) else {
            return
        }
        open.complete(&description)
        parts.events.publish(.recording(description))
    }
}
