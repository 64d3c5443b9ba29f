// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CameraClient
import ControlClient
import Disk
import Footage
import Foundation
import Media
import Recorder
import SystemPackage
import Trust
import Wire

struct VerifyCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recompute from disk whether every captured frame is in the archive.",
        discussion: """
            Exit code 0: every captured frame is there. 2: something is damaged, and it says what and where. \
            3: nothing is damaged, and frames are missing whose gaps have reasons. 4: a camera has not said yet how an \
            epoch ended, or not everything has been fetched from it, or a recording goes on whose camera or recorder is \
            away. 69: with --camera, one could not be asked; the rest is \
            judged.
            """)

    @Argument(
        help: "A recorder's folder, or the id of a recording. All recordings when left out.",
        completion: .archivedRecordingOrFolder)
    var what: String?

    @Option(
        help: """
            The recorder's home, when a recording is named. (a folder; default: \
            ~/.local/state/longshot/recorder)
            """, completion: .directory)
    var home: String?

    @Flag(help: "Do not decode the pictures: only digests, structure and continuity.")
    var fast = false

    @Flag(help: "Ask the cameras too: what is in their spools must be here, with the same digests.")
    var camera = false

    @Flag(
        help: """
            Write files that are damaged, gone or too long anew, with the fragments that the cameras still have, and \
            judge again. Also while the recorder is running.
            """)
    var repair = false

    @Flag(
        help: """
            Take back footage from the archive's folder `recovered` first, as far as the catalog proves it, and with \
            --camera the cameras. Only while the recorder is stopped.
            """)
    var adopt = false

    @Flag(help: "Report as JSON.")
    var json = false

    func carryOut() async throws {
        let (options, id) = try target()
        let folder = options.path
        let isUnproved = adopt ? try await adopt(in: folder) : false
        let directory = folder.appending("archive")
        let store = try await FootageStore(readingDirectory: directory)
        try await store.checkCatalog()
        let archive = Archive(store, at: directory)
        let recovered = try await store.recoveredFiles()
        let recordings = try await store.recordings()
        let known = recordings.map(\.id).sorted()
        if let id { try options.require(id, among: known) }
        let ids = id.map { [$0] } ?? known
        let decoder = fast ? nil : DecodeCheck(home: folder)
        var verdicts: [RecordingVerdict] = []
        let names = DistinctNames(recordings.map { ($0.camera, $0.cameraName) })
        let isNamed = id != nil
        for id in ids {
            var verdict: RecordingVerdict
            do {
                verdict = try await judge(id, archive, decoder, folder)
                if repair, try await repair(verdict, store, home: folder) {
                    verdict = try await judge(id, archive, decoder, folder)
                }
            } catch let problem as Problem where problem.status == 404 && !isNamed {
                // The recorder's retention deletes while this reads.
                if try await store.recording(id) != nil { throw problem }
                Terminal.complain("\(id) was deleted meanwhile")
                continue
            }
            verdict.add(recovered, folder: try await store.folder(recording: id))
            let there = await verdict.hearRecorder(home: folder)
            verdicts.append(verdict)
            if !json { verdict.lines(there: there, names).forEach { Terminal.say($0, indent: 4) } }
            if verdict.mayBeRepaired, !repair, !json {
                Terminal.say("  \(Self.advice(verdict, options.home))", indent: 4)
            }
        }
        if json { try Terminal.say(json: verdicts) }
        if !json, verdicts.count > 1 { Terminal.say(Self.summary(of: verdicts)) }
        // Of a named recording, its own files are told with it.
        if !json, !isNamed || adopt { await tell(recovered, in: folder) }
        if ids.isEmpty, !json { Terminal.say("no recordings in \(folder)") }
        if verdicts.contains(where: \.isDamaged) { throw ExitCode(ExitStatus.damaged.rawValue) }
        if isUnproved || verdicts.contains(where: { $0.notAsked != nil }) {
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
        if verdicts.contains(where: { $0.account == .open }) { throw ExitCode(ExitStatus.open.rawValue) }
        if !verdicts.allSatisfy(\.isComplete) { throw ExitCode(ExitStatus.incomplete.rawValue) }
    }

    /// How many of several recordings are whole, in a line.
    static func summary(of verdicts: [RecordingVerdict]) -> String {
        let damaged = verdicts.count { $0.isDamaged }
        let open = verdicts.count { !$0.isDamaged && $0.account == .open }
        let complete = verdicts.count { !$0.isDamaged && $0.account != .open && $0.isComplete }
        let parts = [
            (damaged, "damaged"), (open, "open"), (verdicts.count - damaged - open - complete, "with missing frames"),
            (complete, "complete"),
        ]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return "\(verdicts.count.counted("recording")): \(text)"
    }

    /// Verifies a recording; an interruption ends without a verdict and says how much was read.
    private func judge(
        _ id: String, _ archive: Archive, _ decoder: DecodeCheck?, _ home: FilePath
    ) async throws -> RecordingVerdict {
        let progress = VerificationProgress(id)
        defer { progress.end() }
        do {
            var verdict = try await archive.verify(id, decoder: decoder) { progress.update($0, $1, of: $2) }
            progress.end()
            if camera || repair && !verdict.damaged.isEmpty {
                do {
                    try await verdict.ask(archive, home: home)
                } catch  where !Task.isCancelled {
                    verdict.notAsked = Terminal.words(for: error)
                }
            }
            try Task.checkCancellation()
            return verdict
        } catch  where Task.isCancelled {
            progress.end()
            Terminal.complain("longshot: \(progress.interruption)")
            throw CancellationError()
        }
    }

    /// The recorder's home or demo folder, and the id of a recording if one is named.
    private func target() throws -> (ArchiveOptions, String?) {
        var options = ArchiveOptions()
        let isFolder = what.map { (try? FileManager.default.contentsOfDirectory(atPath: $0)) != nil } ?? false
        if let what, what.contains("/"), !isFolder {
            // A path that exists is a file, or may not be read: opening it throws the reason.
            if try FileStatus(FilePath(what)) != nil { try FileSystem.open(FilePath(what), .readOnly).close() }
            throw TargetError.noFolder(FilePath(what))
        }
        if isFolder, home != nil { throw ValidationError("a folder and --home exclude each other: give one of them") }
        options.home = isFolder ? what : home
        try options.requireArchive()
        return (options, isFolder ? nil : what)
    }
}

extension RecordingVerdict {
    /// Compares with the recording's camera, as the recorder that is paired with it.
    fileprivate mutating func ask(_ archive: Archive, home: FilePath) async throws {
        let (id, damaged) = (recording.id, damaged)
        let comparison = try await withCamera(home: home) {
            try await archive.compare(id, with: $0, damaged: damaged)
        }
        camera = comparison
        findings += comparison.findings
        isDamaged = isDamaged || !comparison.findings.isEmpty
    }

    /// Calls `body` with a connection to the recording's camera, as the recorder that is paired with it.
    func withCamera<Result: Sendable>(
        home: FilePath, _ body: @Sendable (ControlClient) async throws -> Result
    ) async throws -> Result {
        guard let one = try KnownNode.all(home: home).first(where: { $0.peer.id.text == recording.camera }) else {
            throw Problem.conflict(
                "the camera \(recording.cameraName) is not paired with this recorder, or one has revoked the other: pair "
                    + "them again, or verify without --camera")
        }
        var peer = one.peer
        // A running recorder knows where the camera is now.
        let links = await PeerBook.state(in: home)?.cameras ?? []
        let there = links.first { $0.camera == recording.camera && $0.phase == .connected }
        if let address = try? there.map({ try PeerAddress($0.address) }) { peer.addresses.insert(address, at: 0) }
        return try await Target.reach(peer, as: one.identity).withClient(body)
    }

    /// Adds what the running recorder says of a recording that goes on: it does not store what is captured now if it is in trouble, or
    /// if its camera is away; the notes on disk say nothing of that yet.
    ///
    /// Returns the ids of the cameras that are connected with the recorder; nil if that does not run, and for a recording that is over,
    /// for which it is not asked.
    fileprivate mutating func hearRecorder(home: FilePath) async -> Set<String>? {
        guard recording.state != .stopped else { return nil }
        let state = await PeerBook.state(in: home)
        let there = state?.connected
        recording.addTrouble(from: state)
        let isStored = recording.trouble == nil && there?.contains(recording.camera) == true
        if !isStored { account = .open }
        return there
    }

    private var cameraLine: [String] {
        if let notAsked { return ["  camera: not compared: \(notAsked)"] }
        guard let camera else { return [] }
        return ["  camera: \(camera.text(isOver: recording.state == .stopped))"]
    }

    /// The verdict as text.
    ///
    /// - Parameters:
    ///   - there: the ids of the cameras that are connected with the recorder; nil if that does not run.
    ///   - names: the names that are shown.
    func lines(there: Set<String>?, _ names: DistinctNames) -> [String] {
        RecordingText.lines(recording, there: there, names) + cameraLine + recoveredLine
            + RecordingText.few(findings.map { "  found: \($0)" }, "findings") + [
                "  \(verdict(there: there))"
            ]
    }

    /// Why the recording is open.
    private func waiting(_ there: Set<String>?) -> String {
        let coming = pending > 0 ? ["still to come from the camera: \(pending.counted("frame"))"] : []
        let lost =
            recording.trouble != nil && recording.state != .stopping
            ? ["what the camera captures is not stored now"] : []
        let isOut = recording.state != .stopped && there?.contains(recording.camera) != true
        let unfetched =
            !isOut
            ? []
            : [
                there == nil
                    ? "no recorder runs here, and the camera may have more of it"
                    : "the camera is not connected, and may have more of it"
            ]
        let reasons = coming + lost + unfetched
        return reasons.isEmpty ? "the camera has not said how it ended" : reasons.joined(separator: "; ")
    }

    private func verdict(there: Set<String>?) -> String {
        if isDamaged { return "DAMAGED" }
        let until = vouchedUntil.map { " up to \(Format.moment($0))" } ?? ""
        if account == .open {
            if recording.frames.persisted == 0, vouchedUntil == nil {
                return "open: nothing of it has come from the camera yet"
            }
            return "open: everything\(until) is accounted for; \(waiting(there))"
        }
        guard isComplete else {
            return "\(RecordingText.missing(in: recording).text); each gap has its reason"
        }
        let but = recording.deletedFrames.map { ", but for \($0) from its start that were deleted to make room" } ?? ""
        guard recording.frames.persisted > 0 || recording.state != .stopped || recording.deletedFrames != nil else {
            return "empty: it was stopped before its camera had footage for it"
        }
        guard recording.state == .stopped else {
            return "complete so far: every frame\(until) is in the archive\(but)"
        }
        return "complete: every captured frame is in the archive\(but)"
    }
}

extension CameraComparison {
    /// The comparison as text.
    ///
    /// - Parameter isOver: whether the recording is over.
    func text(isOver: Bool) -> String {
        guard fragments > 0 else { return "it has none of this footage any more, so nothing was compared" }
        // Of what is captured after the newest one, the verdict tells.
        let has = isOver ? "that it still has" : "that it has up to the newest one here"
        let held = fragments.counted("fragment \(has) is", "fragments \(has) are")
        let rest = [
            (told, "known to be missing here"),
            (unconfirmed, "here as received live, \(isOver ? "never confirmed" : "not confirmed yet")"),
            (pending, "still to come"),
        ]
        let others = rest.filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        return "\(equal) of the \(held) here, byte for byte\(others)"
    }
}
