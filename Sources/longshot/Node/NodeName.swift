// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Trust

/// The name of a node that is started without one.
///
/// `HOME/name` has the last name that the node was given, so that it is not renamed when it is started without that option.
enum NodeName {
    private static let file = "name"

    /// The stored name of a home, or the default one.
    static func fallback(in home: FilePath, _ role: String) throws(DiskError) -> String {
        try stored(in: home)?.text ?? usual(role)
    }

    /// The default name: the host's and the role.
    static func usual(_ role: String) -> String {
        "\(ProcessInfo.processInfo.hostName)-\(role)"
    }

    /// The name that a home's node was given last; nil if it never was, or if the file is damaged.
    static func stored(in home: FilePath) throws(DiskError) -> PeerName? {
        guard try FileStatus(home.appending(file)) != nil else { return nil }
        let bytes = try FileBeneath(home, [file]).read(PeerName.sizeLimit + 1, at: 0)
        return try? PeerName(String(decoding: bytes, as: UTF8.self))
    }

    /// Stores the name that a home's node was given; writes nothing if it is stored already.
    static func store(_ name: PeerName, in home: FilePath) throws(DiskError) {
        guard try stored(in: home) != name else { return }
        try FileSystem.writeWhole(Array(name.text.utf8), to: home.appending(file))
    }
}
