// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// A pipeline as text, with its origin, its category and its table of named elements.
///
/// The text is complete launch text with comments and defaults. Nothing is inserted into it: values are set on its named elements
/// after it was parsed.
package struct PipelineFile: Sendable, Equatable {
    /// The origin of a file.
    package enum Origin: Sendable, Equatable {
        /// Built into the program.
        case shipped
        /// Written by the owner of this machine.
        case user(FilePath)
    }

    /// The base name, without `.pipeline`.
    package let name: String
    /// Its purpose.
    package let category: PipelineCategory
    /// Whether it is shipped or the user's.
    package let origin: Origin
    /// The table of named elements at its top.
    package let declarations: [PipelineDeclaration]
    /// The text, with line and column of each byte.
    let launch: LaunchText

    /// Makes a pipeline file of a text.
    ///
    /// If `category` is nil, the folder decides, or else the names in the text.
    package init(name: String, category: PipelineCategory? = nil, origin: Origin, text: String) {
        self.name = name
        self.origin = origin
        launch = LaunchText(text)
        declarations = PipelineDeclaration.table(in: launch)
        self.category = category ?? origin.folder ?? PipelineContract.category(of: LaunchParser.graph(of: launch))
    }

    /// The text of the file.
    package var text: String { launch.source }

    /// The text without comments and empty lines, for `Pipeline(parsing:)`.
    package var launchText: String { launch.launchable }

    /// The first paragraph of its comment, on one line.
    package var summary: String {
        launch.lines
            .prefix { $0.hasPrefix("#") && $0.contains { $0 != "#" && $0 != " " } }
            .map { $0.drop { $0 == "#" || $0 == " " } }
            .joined(separator: " ")
    }

    /// The name in messages: the file's path, or for example `capture/test` for a shipped file.
    package var label: String {
        switch origin {
        case .shipped: "\(category.rawValue)/\(name)"
        case .user(let path): path.string
        }
    }

    /// Compares the source text, and not the values derived from it.
    package static func == (left: PipelineFile, right: PipelineFile) -> Bool {
        left.name == right.name && left.category == right.category && left.origin == right.origin
            && left.launch.source == right.launch.source
    }
}

extension PipelineFile.Origin: CustomStringConvertible {
    /// `shipped`, or the path.
    package var description: String {
        switch self {
        case .shipped: "shipped"
        case .user(let path): path.string
        }
    }
}

extension PipelineFile.Origin {
    /// The category of the nearest folder that has a category's name.
    fileprivate var folder: PipelineCategory? {
        guard case .user(let path) = self else { return nil }
        return path.removingLastComponent().components.reversed().lazy
            .compactMap { PipelineCategory(rawValue: $0.string) }
            .first
    }
}
