// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Testing
import TestSupport
import Wire

@testable import Transfers

@Suite("The room for what peers send", .timeLimit(.minutes(1)))
struct DiskRoomTests {
    private static let folder: FilePath = "/tmp"

    @Test("is promised once: of many who ask at one moment only those get it that fit in all")
    func sum() async throws {
        let room = DiskRoom(reserveBytes: 0)
        let share = try await DiskSpace.look(at: Self.folder).free / 10
        let refused = await withTaskGroup(of: Problem?.self) { group in
            for number in 0..<100 {
                group.addTask { await problem { try await room.promise(share, to: "\(number)", in: Self.folder) } }
            }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        // Tolerates other writes to this disk meanwhile.
        #expect((90...92).contains(refused.count))
        #expect(refused.allSatisfy { $0.isInsufficientStorage && $0.detail.contains("has room for") })
    }

    @Test("is free again when a promise ends, shrinks or lapses; the same file's own promise is not in its way")
    func ends() async throws {
        let room = DiskRoom(reserveBytes: 0)
        let half = try await DiskSpace.look(at: Self.folder).free / 3 * 2
        for _ in 0..<2 { try await room.promise(half, to: "a", in: Self.folder) }
        let refused = { await problem { try await room.promise(half, to: "b", in: Self.folder) } != nil }
        #expect(await refused())
        room.note(half / 4, of: "a")
        #expect(await !refused())
        room.end("b")
        try await room.promise(half, to: "a", in: Self.folder)
        #expect(await refused())
        #expect(await problem { try await room.check(half, for: "b", in: Self.folder) }?.status == 507)
        room.end("a")
        try await room.check(half, for: "b", in: Self.folder)
        #expect(await !refused())
        let hasty = DiskRoom(reserveBytes: 0, lapse: .zero)
        for name in ["a", "b"] { try await hasty.promise(half, to: name, in: Self.folder) }
    }

    @Test("is above the reserve, when it is promised and when bytes are written")
    func reserve() async throws {
        let free = try await DiskSpace.look(at: Self.folder).free
        let room = DiskRoom(reserveBytes: free / 2)
        #expect(await problem { try await room.promise(free / 4 * 3, to: "a", in: Self.folder) }?.status == 507)
        try await room.promise(free / 4, to: "a", in: Self.folder)
        try await room.checkWrite(1 << 20, needed: 1 << 20, in: Self.folder)
        #expect(await problem { try await room.checkWrite(free / 4 * 3, needed: 1, in: Self.folder) }?.status == 507)
    }
}
