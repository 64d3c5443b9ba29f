// SPDX-License-Identifier: Apache-2.0
import SystemPackage

/// The boot of this machine, which tells whether a moment of its monotonic clock can be compared with one that was stored.
package enum Boot {
    /// Its id, which is another one after each boot: random(4); empty if the kernel tells none.
    package static let id: String = {
        let path = FilePath("/proc/sys/kernel/random/boot_id")
        guard let file = try? FileSystem.open(path, .readOnly) else { return "" }
        defer { try? file.close() }
        let bytes = (try? FileSystem.read(64, from: file, at: 0, path)) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()
}
