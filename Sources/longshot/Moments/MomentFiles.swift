// SPDX-License-Identifier: Apache-2.0
import Foundation
import Media
import SystemPackage
import Tasks
import Wire

/// The files of moments: a still for each camera, a contact sheet, and a report, all with one beginning of their names.
struct MomentFiles {
    /// A still that was fetched.
    struct Fetched: Sendable {
        let path: String
        /// A small JPEG.
        let thumbnail: [UInt8]?
    }

    /// What the names of the contact sheet and of the report end in.
    private static let (sheet, details) = (".svg", ".json")

    let source: any MomentSource
    /// The beginning of all paths: `FOLDER/NAME`.
    let base: String
    let replaces: Bool
    /// What the files of each camera are called.
    private let names: CameraFileNames

    /// - Parameters:
    ///   - cameras: the ids and names of all cameras that take part.
    ///   - known: those of all cameras that are known.
    ///   - output: a beginning of paths, or a folder; in a folder, the names begin with the moment.
    ///   - moment: nanoseconds since 1970, UTC.
    init(
        of cameras: [(id: String, name: String)], beside known: [(id: String, name: String)], at output: String,
        of moment: Int64, replaces: Bool,
        from source: any MomentSource
    ) {
        (self.source, self.replaces, names) = (source, replaces, CameraFileNames(cameras, beside: known))
        base = OutputPath.beginning(output, at: moment)
    }

    /// Throws a conflict if a file with one of the names of a request is there; for before a still is taken.
    ///
    /// In a folder the names begin with the moment, and where two cameras have one name they have the ids: neither is known then.
    static func checkAreFree(
        _ output: String, of request: MomentRequest, by cameras: [String], replaces: Bool
    ) throws {
        guard !OutputPath.isFolder(output) else { return }
        let numbers = request.count > 1 ? (1...request.count).map { $0 as Int? } : [nil]
        let pictures = CameraFileNames.alone(cameras).compactMap(\.self).flatMap { name in
            numbers.map { path(of: name, $0, request.format.ending, at: output) }
        }
        for path in [output + sheet, output + details] + pictures {
            try OutputPath.checkIsFree(path, replaces: replaces)
        }
    }

    /// Throws a conflict if a file of these shots, or of the whole, is there; makes the folder.
    func prepare(for shots: [MomentShot]) throws {
        for shot in shots {
            guard let still = shot.still else { continue }
            try OutputPath.checkIsFree(path(of: shot, still, nil), replaces: replaces)
        }
        for ending in [Self.sheet, Self.details] { try OutputPath.checkIsFree(base + ending, replaces: replaces) }
        try OutputPath.makeFolder(of: base)
    }

    /// Fetches the still of a shot, or says why it could not be fetched; nil if there is none.
    ///
    /// - Parameter number: that of the moment in a series; nil for a single one.
    func fetch(_ shot: MomentShot, _ number: Int?) async -> Result<Fetched, any Error>? {
        guard let still = shot.still else { return nil }
        let path = path(of: shot, still, number)
        do {
            let thumbnail = try await source.fetch(shot, still, to: FilePath(path), replaces: replaces)
            return .success(Fetched(path: path, thumbnail: thumbnail))
        } catch {
            return .failure(error)
        }
    }

    /// Writes the contact sheet and the report.
    func write(_ sheet: ContactSheet, _ report: some Encodable) async throws {
        try await keep(sheet.svg, Self.sheet)
        try await keep(String(decoding: try JSON.encode(report, pretty: true), as: UTF8.self) + "\n", Self.details)
    }

    private func path(of shot: MomentShot, _ still: Still, _ number: Int?) -> String {
        Self.path(
            of: names[shot.camera, named: shot.name], number,
            FilePath(PeerFileName(still.name).text).extension ?? "jpg",
            at: base)
    }

    private static func path(of name: String, _ number: Int?, _ ending: String, at base: String) -> String {
        "\(base)\(number.map { "-\($0.padded(to: 4))" } ?? "")-\(name).\(ending)"
    }

    private func keep(_ text: String, _ ending: String) async throws {
        try await OutputPath.write(Array(text.utf8), to: base + ending)
    }
}
