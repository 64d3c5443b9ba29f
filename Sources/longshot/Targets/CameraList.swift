// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// Several cameras as an argument: names or ids with commas between, or `all`.
struct CameraList: ExpressibleByArgument, Sendable {
    /// The word for every camera.
    static let all = "all"

    /// The cameras as the user named them; empty for all.
    let names: [String]

    /// Nil for a text without a name, which would mean all.
    init?(argument: String) {
        let named = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty
        }
        guard !named.isEmpty else { return nil }
        names = argument == Self.all ? [] : named
    }
}
