// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// A pipeline as text: where it comes from, what it is for, and what it promises the program.
///
/// The text is complete launch text with comments and defaults in place. Nothing is ever filled into it: values are
/// set on its named elements after it was parsed.
package struct PipelineFile: Sendable, Equatable {
    /// Where a file comes from.
    package enum Origin: Sendable, Equatable {
        /// Built into the program.
        case shipped
        /// Written by the owner of this machine.
        case user(FilePath)
    }

    /// The base name, without `.pipeline`.
    package let name: String
    /// What it is for.
    package let category: PipelineCategory
    /// Where it comes from.
    package let origin: Origin
    /// The table of named elements at its top.
    package let declarations: [PipelineDeclaration]
    /// The text, with places.
    let launch: LaunchText

    /// Takes a text as a pipeline file.
    ///
    /// Without a category the folder tells it, or else the names in the text.
    package init(name: String, category: PipelineCategory? = nil, origin: Origin, text: String) {
        self.name = name
        self.origin = origin
        launch = LaunchText(text)
        declarations = PipelineDeclaration.table(in: launch)
        self.category = category ?? origin.folder ?? PipelineContract.category(of: LaunchParser.graph(of: launch))
    }

    /// The text as it stands in the file.
    package var text: String { launch.source }

    /// The text without comments and empty lines: what `Pipeline(parsing:)` takes.
    package var launchText: String { launch.launchable }

    /// The first paragraph of its comment, on one line.
    package var summary: String {
        launch.lines
            .prefix { $0.hasPrefix("#") && $0.contains { $0 != "#" && $0 != " " } }
            .map { $0.drop { $0 == "#" || $0 == " " } }
            .joined(separator: " ")
    }

    /// The name under which people and messages speak of it: its path, or `capture/test` for a shipped one.
    package var label: String {
        switch origin {
        case .shipped: "\(category.rawValue)/\(name)"
        case .user(let path): path.string
        }
    }

    /// Compares what was read, not what was made of it.
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
    /// The category that the nearest folder with a category's name gives.
    fileprivate var folder: PipelineCategory? {
        guard case .user(let path) = self else { return nil }
        return path.removingLastComponent().components.reversed().lazy
            .compactMap { PipelineCategory(rawValue: $0.string) }
            .first
    }
}
