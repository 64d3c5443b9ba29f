// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Wire

extension NodeDescription.Role {
    /// The role of the node that has run in a home, by the files that only one role writes.
    ///
    /// Nil if no node has run there yet. Also nil if nodes of both roles have, which earlier versions permitted. Throws if this
    /// process must not look into the home.
    init?(home: FilePath) throws(DiskError) {
        let (epoch, spool) = (try FileStatus(home.appending("epoch")), try FileStatus(home.appending("spool")))
        let isCamera = epoch != nil || spool != nil
        let isRecorder = try FileStatus(home.appending("archive")) != nil
        guard isCamera != isRecorder else { return nil }
        self = isCamera ? .camera : .recorder
    }

    /// The role of the node that runs in a home, or has run there; nil if that is not known.
    static func known(_ home: FilePath) async throws -> Self? {
        try await RunFile.read(home)?.role ?? Self(home: home)
    }

    /// Throws if a node of the other role has run in the home.
    func requireHome(_ home: FilePath) throws {
        guard try Self(home: home) == other else { return }
        throw TargetError.takenHome(home, by: other)
    }

    /// The other role.
    var other: Self { self == .camera ? .recorder : .camera }

    /// The things that commands find on nodes of this role.
    var content: String {
        switch self {
        case .camera: "stills, controls and pipelines"
        case .recorder: "recordings"
        }
    }
}
