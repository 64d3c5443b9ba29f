// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// Several cameras as an argument: names or ids with commas between, or `all`.
struct CameraList: ExpressibleByArgument, Sendable {
    /// The word for every camera.
    static let all = "all"

    /// The cameras as the user named them; empty for all.
    let names: [String]

    init(argument: String) {
        names =
            argument == Self.all ? [] : argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
