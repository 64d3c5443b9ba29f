// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Recorder
import SystemPackage

/// Commands that read an archive on this machine; a recorder may run meanwhile.
struct ArchiveOptions: ParsableArguments {
    @Option(help: "The recorder's folder.")
    var home: String?

    /// The recorder's folder.
    var path: FilePath { NodeHome(home, usually: "recorder").path }

    /// Opens the archive for reading.
    func open() async throws -> Archive {
        try await Archive(reading: path.appending("archive"))
    }
}
