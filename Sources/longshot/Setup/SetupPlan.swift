// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Disk
import Foundation
import SystemPackage
import Trust
import Wire

/// What a machine is to become, from options, questions and what is there.
struct SetupPlan: Sendable {
    let unit: ServiceUnit
    let owner: FileOwner
    let configuration: ConfigurationFile
    let text: String
    let footage: FootageFolder
    let folder: FilePath
    let name: String
    let letIn: LetIn

    /// Makes the home and the folder of footage; returns whether something has changed.
    func makeFolders() throws -> Bool {
        try FileSystem.makeDirectories(unit.home, owner: owner)
        for path in [unit.home.removingLastComponent(), unit.home] where try FileOwner(of: path) != owner {
            try FileSystem.give(path, to: owner)
        }
        return try footage.prepare(folder, owner: owner)
    }

    /// Writes the configuration; returns whether it has changed.
    func writeConfiguration() throws -> Bool {
        guard text != configuration.text || !configuration.exists else { return false }
        try FileSystem.writeWhole(Array(text.utf8), to: configuration.path, owner: owner)
        return true
    }
}
