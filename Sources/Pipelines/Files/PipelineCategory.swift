// SPDX-License-Identifier: Apache-2.0

/// The purpose of a pipeline file, and the name of its folder.
package enum PipelineCategory: String, Sendable, CaseIterable, Codable {
    /// From a camera to access units.
    case capture
    /// From access units to the network, and back.
    case live
    /// From access units to a browser.
    case view
    /// From access units to a screen of this machine.
    case screen
    /// From one picture to one photograph.
    case still
    /// From a file to decoded pictures, to check the file.
    case check
    /// From the first frames of an export to a group of pictures that starts later.
    case export
}
