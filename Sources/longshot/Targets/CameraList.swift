// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// Several cameras as an argument: names or ids with commas between, or `all`.
struct CameraList: ExpressibleByArgument, Sendable {
    /// The word for every camera.
    static let all = "all"

    /// The argument, in parts between commas; none for all.
    private let parts: [Substring]

    /// Nil for a text without a name, which would mean all.
    init?(argument: String) {
        parts = argument == Self.all ? [] : argument.split(separator: ",", omittingEmptySubsequences: false)
        guard argument == Self.all || !names(among: []).isEmpty else { return nil }
    }

    /// The cameras as the user named them; empty for all.
    ///
    /// A comma separates two cameras, unless it is part of a known name; of several such names, the longest is meant.
    func names(among known: [String]) -> [String] {
        let known = Set(known)
        var (names, rest) = ([String](), parts[...])
        while !rest.isEmpty {
            let texts = (1...rest.count).map {
                rest.prefix($0).joined(separator: ",").trimmingCharacters(in: .whitespaces)
            }
            let count = (texts.lastIndex(where: known.contains) ?? 0) + 1
            names.append(texts[count - 1])
            rest = rest.dropFirst(count)
        }
        return names.filter { !$0.isEmpty }
    }
}
