// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Nearby
import Pipelines
import SystemPackage
import Viewing
import Wire

/// Writes a tag to print.
struct NearbyTagCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Write a tag to print: as PDF, SVG or PNG.",
        discussion: """
            Print it at 100 %, on matt paper, and measure the black square: what the paper says counts. Give the size that \
            you measured to the other commands.
            """)

    @OptionGroup var tag: TagOptions

    @Option(
        name: .shortAndLong, help: "The file, which ends in .pdf, .svg or .png. (a path; required)", completion: .file()
    )
    var output: String

    @Flag(help: "Replace a file that is there.")
    var force = false

    private enum Kind: String { case pdf, svg, png }

    private var kind: Kind? {
        FilePath(output).extension.flatMap { Kind(rawValue: $0.lowercased()) }
    }

    mutating func validate() throws {
        guard kind != nil else { throw ValidationError("\(output) must end in .pdf, .svg or .png") }
    }

    mutating func run() async throws {
        guard let pattern = TagPattern(tag.number), let kind else { return }
        let sheet = TagSheet(pattern: pattern, size: tag.size.metres * 1_000)
        try OutputPath.checkIsFree(output, replaces: force)
        let bytes: [UInt8]
        switch kind {
        case .pdf: bytes = sheet.pdf
        case .svg: bytes = Array(sheet.svg.utf8)
        case .png: bytes = try await png(of: sheet)
        }
        try await OutputPath.write(bytes, to: output)
        Terminal.say("\(output): tag \(tag.number), black square of \(PeerPosition.length(tag.size.metres))")
    }

    private func png(of sheet: TagSheet) async throws -> [UInt8] {
        let (luminance, side) = sheet.pixels
        let developer = StillDeveloper(library: PipelineLibrary(home: NodeHome(nil, usually: "camera").path))
        let picture = try await developer.develop(luminance: luminance, width: side, height: side, as: .png)
        return PictureFile.stating(pixelsPerMetre: sheet.pixelsPerMetre, in: picture)
    }
}
