// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Tasks
import Trust
import Viewing
import Wire

extension CameraLink {
    /// The longest pause before a recording is tried again whose footage can neither be received nor fetched.
    private static let diskPause = Duration.seconds(5)

    /// Runs sessions until the recording is over or the link ends.
    func record(over client: any CameraConnection, _ accounts: CameraAccounts) async {
        var hasFailed = false
        var backoff = Backoff(.seconds(1) ... .seconds(30))
        let stream = ViewerStream(id.text, of: parts.viewers)
        while let open = openRecording, !Task.isCancelled {
            if open.isGivenUp { return await leave(open) }
            let session = RecordingSession(
                open: open, client: client, accounts: accounts, archive: parts.archive,
                makeLane: parts.makeLane, preview: preview, backfillRate: parts.backfillRate, nursery: parts.nursery,
                publish: { [self] in await publish($0) },
                outputs: [preview, stream], logger: parts.logger)
            // Viewers must not mistake a frozen picture for live video.
            defer { stream.end() }
            do {
                if case .finished = try await session.run() { return await finish(open, accounts) }
                hasFailed = false
                backoff.reset()
                if open.isStopping, openRecording !== open { return }
            } catch is CancellationError where Task.isCancelled {
                // The link or the node ends: this is not an interruption.
                return
            } catch {
                await report(error, of: open)
                // Without live video, fetches what the spool has, for longer after each failure.
                if hasFailed {
                    let time = backoff.next()
                    do {
                        if case .finished = try await session.fetch(for: time) {
                            return await finish(open, accounts)
                        }
                    } catch {
                        // It is the disk here, as a rule: the camera is not asked for live video several times a second.
                        try? await Task.sleep(for: min(time, Self.diskPause))
                    }
                }
                hasFailed = true
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Logs why a session failed, and publishes a reason that is new.
    private func report(_ error: any Error, of open: OpenRecording) async {
        guard !(error is LiveLaneError) else {
            return parts.logger.notice("live video is opened anew", metadata: ["reason": "\(error)"])
        }
        // It is tried again several times a second.
        let level: Logger.Level = open.isNews("\(error)") ? .warning : .debug
        parts.logger.log(level: level, "recording interrupted", metadata: ["error": "\(error)"])
        // Live video alone cannot be had; what is captured is fetched.
        if let problem = error as? Problem, problem.status == 409, problem.detail == open.liveRefusal {
            return level == .warning ? await publish(open) : ()
        }
        if open.complain("\(error)") { await publish(open) }
    }

    /// Ends a complete recording: stops it in the archive.
    private func finish(_ open: OpenRecording, _ accounts: CameraAccounts) async {
        do {
            _ = try await parts.archive.store.stop(recording: open.recording.id, at: wallNanoseconds())
        } catch {
            parts.logger.error("recording not closed", metadata: ["error": "\(error)"])
        }
        // Registers all accounts again, because verification depends on how the recording's epochs ended.
        _ = try? await accounts.register()
        await leave(open)
    }

    /// Releases the hold of a recording that has ended, and publishes it.
    private func leave(_ open: OpenRecording) async {
        forget(open)
        release(open)
        open.finished.resolve(())
        await publish(open)
    }

    /// Publishes the state of a recording.
    func publish(_ open: OpenRecording) async {
        guard var description = try? await parts.archive.description(of: open.recording.id, withSegments: false) else {
            return
        }
        open.complete(&description)
        parts.events.publish(.recording(description))
        let begins = open.note(capturedFrom: description.capturedFrom)
        if open.noteTrouble() || begins { reportRecording() }
    }
}
