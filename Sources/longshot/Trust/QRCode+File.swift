// SPDX-License-Identifier: Apache-2.0
import Disk
import QRCode
import SystemPackage

extension QRCode {
    /// Writes the code as SVG to a file that only its owner can read, because who reads the code is let in.
    func write(to path: String) throws {
        try FileSystem.writeWhole(Array(svg.utf8), to: FilePath(path), permissions: .ownerReadWrite)
    }
}
