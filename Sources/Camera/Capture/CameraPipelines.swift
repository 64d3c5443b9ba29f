// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
package import Wire

/// A camera's pipeline files for clients.
package struct CameraPipelines: Sendable {
    let library: PipelineLibrary
    let capture: Capture
    let status: CaptureStatus

    /// All pipeline files.
    package var all: [PipelineDescription] {
        let active = capture.file?.name
        return library.all().map { describe($0, active: $0.name == active) }
    }

    /// A pipeline file's text.
    package func text(of name: String) throws(Problem) -> String {
        try named(name).text
    }

    /// The graph of a pipeline file as SVG.
    package func graph(of name: String) throws -> String {
        do {
            return try PipelineGraph(named(name)).svg
        } catch let error as GStreamerError {
            throw Problem.conflict("\(error)")
        } catch let error as PipelineError {
            throw Problem.unusablePipeline(PipelineSecrets.hiding(in: error.line))
        }
    }

    /// Changes to another capture pipeline, by name, with values over those configured ones that are for it.
    package func activate(_ name: String, values: [String] = []) throws(Problem) -> PipelineDescription {
        let file = try named(name)
        // The category is read from the text, which must be there.
        if let reason = library.reasonUnused(file) { throw .unusablePipeline(reason) }
        try Self.requireCapture(file)
        do {
            try capture.change(to: CaptureText(file: file, values: values))
        } catch {
            throw Problem.unusablePipeline(PipelineSecrets.hiding(in: error.line))
        }
        return describe(file, active: true)
    }

    /// Finds a file by name only, because input from the network must not be used as a path.
    func named(_ name: String) throws(Problem) -> PipelineFile {
        let all = library.all()
        guard let file = all.first(where: { $0.name == name }) else {
            if let reason = library.reasonLeftOut(name) { throw .unusablePipeline(reason) }
            let meant =
                Suggestion.closest(to: name, in: all.map(\.name)).map { "did you mean \"\($0)\"?" }
                ?? "`longshot pipeline list` shows the pipelines"
            throw .notFound("there is no pipeline \"\(name)\" on this camera: \(meant)")
        }
        return file
    }

    /// Throws a problem 400 for a text of another category.
    static func requireCapture(_ file: PipelineFile) throws(Problem) {
        guard file.category != .capture else { return }
        throw .badRequest("\"\(file.name)\" is no capture pipeline, but of the kind \(file.category.rawValue)")
    }

    private func describe(_ file: PipelineFile, active: Bool) -> PipelineDescription {
        let (taken, leftOut) = active ? capture.configured : ([], [])
        return PipelineDescription(
            name: file.name, category: file.category.rawValue, origin: file.origin.description,
            summary: file.summary, active: active, caps: active ? status.capture.caps : nil,
            leftOut: leftOut.isEmpty ? nil : leftOut, configured: taken.isEmpty ? nil : taken)
    }
}

extension CaptureState {
    /// The running pipeline's output in GStreamer's notation for caps; nil before the first frame.
    fileprivate var caps: String? {
        guard let codec, let width, let height else { return nil }
        let type = codec == "jpeg" ? "image/jpeg" : "video/x-\(codec)"
        return "\(type),width=\(width),height=\(height)"
    }
}
