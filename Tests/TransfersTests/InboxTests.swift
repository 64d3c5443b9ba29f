// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Testing
import TestSupport
import Wire

@testable import Transfers

@Suite("An inbox", .timeLimit(.minutes(2)))
struct InboxTests {
    private func send(
        _ inbox: Inbox, _ id: String, from offset: Int = 0, to end: Int? = nil, _ bytes: [UInt8] = Scene.bytes,
        ending: Sending.End = .regular, peer: String = "p1", isLast: Bool = true
    ) async throws -> TransferProgress {
        let part = Array(bytes[offset..<(end ?? bytes.count)])
        return try await inbox.receive(
            UploadAppend(offset: offset, length: nil, isLast: isLast), of: id, from: peer,
            Sending(bytes: part, end: ending))
    }

    @Test("has a file under its name only when all of it is there")
    func whole() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let offered = try await inbox.offer(Scene.offer("a.bin"), from: "p1")
        #expect(offered.phase == .accepted)
        await #expect(throws: Cut.self) { try await send(inbox, offered.id, to: 2_000_000, ending: .cut) }
        #expect(scene.names.isEmpty)
        #expect(try await inbox.progress(offered.id).phase == .suspended)
        #expect(try await inbox.progress(offered.id).bytes == 2_000_000)
        let done = try await send(inbox, offered.id, from: 2_000_000)
        #expect(done.phase == .received && done.name == "a.bin" && done.bytes == Scene.bytes.count)
        #expect(scene.names == ["a.bin"] && scene.contents("a.bin") == Scene.bytes)
        #expect(scene.hidden == ["\(offered.id).json"])
        // A received file is not sent again.
        #expect(try await inbox.offer(Scene.offer("a.bin"), from: "p1") == done)
    }

    @Test("deletes a file that arrived, and nothing that has its name by hand or by another sending")
    func deletes() async throws {
        let scene = Scene()
        var inbox = try await scene.inbox()
        func arrive(_ bytes: [UInt8]) async throws -> String {
            let id = try await inbox.offer(Scene.offer("report.txt", bytes), from: "p1").id
            #expect(try await send(inbox, id, bytes).phase == .received)
            return id
        }
        let monday = try await arrive(Array("monday".utf8))
        try scene.move("report.txt", to: "kept.txt")
        #expect(await inbox.isThere(try inbox.progress(monday)) == false)
        let tuesday = try await arrive(Array("tuesday, other content".utf8))
        await #expect(throws: Problem.self, "its name belongs to another one now") {
            try await inbox.remove(monday, by: nil)
        }
        #expect(scene.names.sorted() == ["kept.txt", "report.txt"] && scene.hidden == ["\(tuesday).json"])
        // Changed by hand, with the same size, also for the next life of the node.
        try scene.write(Array("TUESDAY, other content".utf8), as: "report.txt")
        inbox = try await scene.inbox()
        await #expect(throws: Problem.self) { try await inbox.remove(tuesday, by: nil) }
        #expect(scene.contents("report.txt") == Array("TUESDAY, other content".utf8))
        // The same bytes are the file, whenever they were written.
        try scene.write(Array("tuesday, other content".utf8), as: "report.txt")
        try await inbox.remove(tuesday, by: nil)
        #expect(scene.names == ["kept.txt"] && scene.hidden.isEmpty)
        let wednesday = try await arrive(Array("wednesday".utf8))
        try scene.move("report.txt", to: "other.txt")
        try await inbox.remove(wednesday, by: nil)
        #expect(scene.names.sorted() == ["kept.txt", "other.txt"] && scene.hidden.isEmpty)
    }

    @Test("goes on after any number of cuts, and over lives of the node")
    func cuts() async throws {
        let scene = Scene()
        var generator = SeededGenerator(seed: 20)
        var inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("cut.bin"), from: "p1").id
        for round in 0..<20 {
            let offset = try await inbox.settled(id, of: "p1").bytes
            let end = Int.random(in: offset...Scene.bytes.count - 1, using: &generator)
            await #expect(throws: Cut.self) { try await send(inbox, id, from: offset, to: end, ending: .cut) }
            #expect(try await inbox.settled(id, of: "p1").bytes == end)
            if round % 5 == 4 {
                inbox = try await scene.inbox()
                #expect(try await inbox.offer(Scene.offer("cut.bin"), from: "p1").id == id)
            }
        }
        let offset = try await inbox.settled(id, of: "p1").bytes
        #expect(try await send(inbox, id, from: offset).phase == .received)
        #expect(scene.contents("cut.bin") == Scene.bytes && scene.names == ["cut.bin"])
    }

    @Test("says behind how many bytes to go on to who says another number")
    func offset() async throws {
        let inbox = try await Scene().inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        await #expect(throws: TransferError.offset(expected: 0)) { try await send(inbox, id, from: 5) }
        await #expect(throws: Cut.self) { try await send(inbox, id, to: 70_000, ending: .cut) }
        await #expect(throws: TransferError.offset(expected: 70_000)) { try await send(inbox, id) }
        #expect(try await send(inbox, id, from: 70_000).phase == .received)
    }

    @Test("keeps nothing of what is not what was announced")
    func wrongDigest() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        var other = Scene.bytes
        other[1_234_567] ^= 1
        let wrong = other
        #expect(await problem { _ = try await send(inbox, id, wrong) }?.status == 422)
        #expect(try await inbox.progress(id).phase == .failed)
        #expect(scene.names.isEmpty && scene.hidden.isEmpty)
        let again = try await inbox.offer(Scene.offer("a"), from: "p1")
        #expect(again.id != id)
        #expect(try await send(inbox, again.id).phase == .received)
    }

    @Test("takes no more bytes than were announced, and no fewer at the end")
    func length() async throws {
        let inbox = try await Scene().inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        await #expect(throws: TransferError.tooLong(limit: Scene.bytes.count)) {
            try await send(inbox, id, Scene.bytes + [1])
        }
        let head = UploadAppend(offset: 0, length: 1 << 40, isLast: true)
        #expect(
            await problem { _ = try await inbox.receive(head, of: id, from: "p1", Sending(bytes: [])) }?.status == 413)
        let beyond = UploadAppend(offset: 5, length: .max, isLast: true)
        #expect(
            await problem { _ = try await inbox.receive(beyond, of: id, from: "p1", Sending(bytes: [])) }?.status == 413
        )
        let offset = try await inbox.settled(id, of: "p1").bytes
        #expect(await problem { _ = try await send(inbox, id, from: offset, to: Scene.bytes.count - 1) }?.status == 400)
        let last = Scene.bytes.count - 1
        #expect(try await send(inbox, id, from: last, isLast: false).phase == .received)
    }

    @Test("refuses what the disk has no room for, before anything is written")
    func room() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let huge = FileOffer(name: "huge", bytes: 1 << 50, sha256: String(repeating: "a", count: 64))
        let refused = await problem { _ = try await inbox.offer(huge, from: "p1") }
        #expect(refused?.status == 507 && refused?.detail.contains("room for") == true)
        #expect(scene.hidden.isEmpty)
        let reserved = Scene { $0.reserveBytes = 1 << 60 }
        let small = try await reserved.inbox()
        #expect(await problem { _ = try await small.offer(Scene.offer("a"), from: "p1") }?.status == 507)
    }

    @Test("promises the same room only once")
    func promises() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        _ = try await inbox.offer(Scene.offer("a", []), from: "p1")
        let free = try await DiskSpace.look(at: scene.settings.directory).free
        let half = FileOffer(name: "half", bytes: free / 3 * 2, sha256: String(repeating: "a", count: 64))
        let first = try await inbox.offer(half, from: "p1")
        #expect(await problem { _ = try await inbox.offer(half, from: "p2") }?.status == 507)
        try await inbox.remove(first.id, by: "p1")
        _ = try await inbox.offer(half, from: "p2")
    }

    @Test("promises no more room than there is to offers that a person accepts, and says how much there is")
    func acceptedPromises() async throws {
        let scene = Scene { $0.asks = true }
        let inbox = try await scene.inbox()
        let free = try await DiskSpace.look(at: FilePath(NSTemporaryDirectory())).free
        let large = FileOffer(name: "large", bytes: free / 3 * 2, sha256: String(repeating: "a", count: 64))
        var offered: [String] = []
        for number in 0..<100 { offered.append(try await inbox.offer(large, from: "p\(number)").id) }
        #expect(try await inbox.decide(offered[0], FileDecision(accept: true)).phase == .accepted)
        for id in offered.dropFirst() {
            let refused = await problem { _ = try await inbox.decide(id, FileDecision(accept: true)) }
            #expect(refused?.status == 507 && refused?.detail.contains("has room for") == true)
            #expect(try await inbox.progress(id).phase == .offered)
        }
        // Removing an offer ends its reservation.
        try await inbox.remove(offered[0], by: "p0")
        #expect(try await inbox.decide(offered[1], FileDecision(accept: true)).phase == .accepted)
        _ = try await inbox.decide(offered[2], FileDecision(accept: false))
        #expect(await problem { _ = try await inbox.decide(offered[3], FileDecision(accept: true)) }?.status == 507)
    }

    @Test("ignores a record that names a file outside its folder, and stores no path itself")
    func records() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        _ = try await send(inbox, id)
        let record = scene.settings.directory.appending(".transfers").appending("\(id).json").string
        var known = try JSON.decode(TransferRecord.self, from: Data(contentsOf: URL(fileURLWithPath: record)))
        #expect(known.progress.path == nil && known.progress.name == "a")
        #expect(try await scene.inbox().progress(id).path == scene.settings.directory.appending("a").string)
        let secret = scene.directory.appending("secret")
        try Data(Scene.bytes).write(to: URL(fileURLWithPath: secret.string))
        for (name, path) in [("a", secret.string), ("../secret", nil), ("../secret", secret.string), ("", nil)] {
            (known.progress.name, known.progress.path) = (name, path)
            try JSON.encode(known).write(to: URL(fileURLWithPath: record))
            let next = try await scene.inbox()
            #expect(await next.list.isEmpty, "\(name)")
            #expect(await problem { _ = try await next.stored(id) }?.status == 404)
        }
        // A record like that of an earlier version.
        (known.progress.name, known.progress.path) = ("a", scene.settings.directory.appending("a").string)
        try JSON.encode(known).write(to: URL(fileURLWithPath: record))
        let next = try await scene.inbox()
        let file = try await next.stored(id).open()
        #expect(try file.size == Scene.bytes.count && file.read(9, at: 0) == Array(Scene.bytes.prefix(9)))
    }

    @Test("gives files of one name numbers, and replaces none")
    func duplicates() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        for number in 0..<3 {
            let bytes = [UInt8(number), 1, 2]
            let id = try await inbox.offer(Scene.offer("../x/a.txt", bytes), from: "p1").id
            _ = try await send(inbox, id, bytes)
        }
        #expect(scene.names == ["a (2).txt", "a (3).txt", "a.txt"])
        #expect(scene.contents("a.txt") == [0, 1, 2] && scene.contents("a (3).txt") == [2, 1, 2])
    }

    @Test("gives two files that end at one moment two names")
    func race() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let bytes = [UInt8(number)]
                    let id = try await inbox.offer(Scene.offer("a", bytes), from: "p\(number)").id
                    _ = try await send(inbox, id, bytes, peer: "p\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(scene.names.count == 16)
        #expect(Set(scene.names.compactMap { scene.contents($0)?.first }).count == 16)
    }

    @Test("asks a person when it is told to, and tells the sender the answer")
    func asking() async throws {
        let scene = Scene { $0.asks = true }
        let inbox = try await scene.inbox()
        let offered = try await inbox.offer(Scene.offer("a"), from: "p1")
        #expect(offered.phase == .offered)
        #expect(await problem { _ = try await send(inbox, offered.id) }?.status == 409)
        let refused = try await inbox.decide(offered.id, FileDecision(accept: false, reason: "not today"))
        #expect(refused.phase == .refused && refused.problem == "not today")
        #expect(await problem { _ = try await send(inbox, offered.id) }?.detail.contains("not today") == true)
        let again = try await inbox.offer(Scene.offer("a"), from: "p1")
        #expect(try await inbox.decide(again.id, FileDecision(accept: true)).phase == .accepted)
        #expect(await problem { _ = try await inbox.decide(again.id, FileDecision(accept: false)) }?.status == 409)
        #expect(try await send(inbox, again.id).phase == .received)
        #expect(try await inbox.offer(Scene.offer("mine", [1]), from: "owner", isOwner: true).phase == .accepted)
    }

    @Test("ends a sender that drips, keeps what came, and says why")
    func drip() async throws {
        let scene = Scene { ($0.leastBytes, $0.patience) = (1_000, .milliseconds(500)) }
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        let slow = await problem { _ = try await send(inbox, id, to: 500, ending: .silence) }
        #expect(slow?.status == 408)
        #expect(try await inbox.progress(id).phase == .suspended)
        let offset = try await inbox.settled(id, of: "p1").bytes
        #expect(try await send(inbox, id, from: offset).phase == .received)
    }

    @Test("lets a sender that comes back take over from its dead connection")
    func takeOver() async throws {
        let inbox = try await Scene().inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        let dead = Task { await problem { _ = try await send(inbox, id, to: 2_500_000, ending: .silence) } }
        try await eventually("some came") { try await inbox.progress(id).phase == .transferring }
        let offset = try await inbox.settled(id, of: "p1").bytes
        #expect(try await send(inbox, id, from: offset).phase == .received)
        #expect(await dead.value?.status == 409)
    }

    @Test("gives up what is cancelled, at once, and only its sender or the owner may")
    func cancelling() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        #expect(await problem { try await inbox.remove(id, by: "p2") }?.status == 404)
        let sending = Task { await problem { _ = try await send(inbox, id, to: 2_500_000, ending: .silence) } }
        try await eventually("some came") { try await inbox.progress(id).phase == .transferring }
        try await inbox.remove(id, by: "p1")
        #expect(await sending.value?.status == 410)
        #expect(scene.names.isEmpty && scene.hidden.isEmpty)
        #expect(try await inbox.progress(id).phase == .cancelled)
        let other = try await inbox.offer(Scene.offer("b"), from: "p1").id
        _ = try await send(inbox, other)
        #expect(await problem { try await inbox.remove(other, by: "p1") }?.status == 409)
        try await inbox.remove(other, by: nil)
        #expect(scene.names.isEmpty && scene.hidden.isEmpty)
    }

    @Test("bears only so many offers of one peer")
    func limits() async throws {
        let inbox = try await Scene().inbox()
        for number in 0..<InboxSettings.openLimit {
            _ = try await inbox.offer(Scene.offer("\(number)", []), from: "p1")
        }
        #expect(await problem { _ = try await inbox.offer(Scene.offer("more", []), from: "p1") }?.status == 429)
        _ = try await inbox.offer(Scene.offer("other", []), from: "p2")
    }

    @Test("tells of progress once a second at the most, whatever comes")
    func events() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        _ = try await send(inbox, id)
        var phases: [TransferProgress.Phase] = []
        for await numbered in scene.events.events(after: 0) {
            guard case .transfer(let progress) = numbered.event else { continue }
            phases.append(progress.phase)
            if progress.phase == .received { break }
        }
        #expect(phases.first == .accepted && phases.count <= 5)
    }

    @Test("knows after a crash whether a file has its name already, whichever step was the last")
    func crash() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        let path = try #require(try await send(inbox, id).path)
        // Undoes the last step of the transfer, the rename.
        let part = scene.settings.directory.appending(".transfers").appending("\(id).part").string
        try FileManager.default.moveItem(atPath: path, toPath: part)
        let before = try await scene.inbox()
        let suspended = try await before.progress(id)
        #expect(suspended.phase == .suspended && suspended.bytes == Scene.bytes.count && suspended.path == nil)
        #expect(try await send(before, id, from: Scene.bytes.count).phase == .received)
        #expect(try await scene.inbox().offer(Scene.offer("a"), from: "p1").phase == .received)
        #expect(scene.names == ["a"])
    }

    @Test("forgets a received file that a person has taken away, and removes what belongs to nothing")
    func tidy() async throws {
        let scene = Scene()
        let inbox = try await scene.inbox()
        let id = try await inbox.offer(Scene.offer("a"), from: "p1").id
        let path = try #require(try await send(inbox, id).path)
        try FileManager.default.removeItem(atPath: path)
        let stray = scene.settings.directory.appending(".transfers").appending("stray.part").string
        #expect(FileManager.default.createFile(atPath: stray, contents: Data([1])))
        #expect(try await scene.inbox().list.isEmpty)
        #expect(scene.hidden.isEmpty)
    }
}
