// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
package import Wire

/// A camera's pipeline files, as those who may see or change them ask for them.
package struct CameraPipelines: Sendable {
    let library: PipelineLibrary
    let capture: Capture
    let status: CaptureStatus

    /// The pipeline files that there are.
    package var all: [PipelineDescription] {
        let active = capture.file?.name
        return library.all().map { describe($0, active: $0.name == active) }
    }

    /// A pipeline file's text.
    package func text(of name: String) throws(Problem) -> String {
        try named(name).text
    }

    /// A picture of a pipeline file, as SVG.
    package func graph(of name: String) throws -> String {
        do {
            return try PipelineGraph(named(name)).svg
        } catch let error as GStreamerError {
            throw Problem.conflict("\(error)")
        }
    }

    /// Changes to another capture pipeline, by name.
    package func activate(_ name: String) throws(Problem) -> PipelineDescription {
        let file = try named(name)
        guard file.category == .capture else {
            throw Problem.badRequest("\"\(name)\" is no capture pipeline")
        }
        do {
            try capture.change(to: file)
        } catch {
            throw Problem.conflict(PipelineSecrets.hiding(in: "\(error)"))
        }
        return describe(file, active: true)
    }

    /// By name only: nothing that came over the network is a path.
    private func named(_ name: String) throws(Problem) -> PipelineFile {
        guard let file = library.all().first(where: { $0.name == name }) else {
            throw .notFound("there is no pipeline \"\(name)\" on this camera")
        }
        return file
    }

    private func describe(_ file: PipelineFile, active: Bool) -> PipelineDescription {
        PipelineDescription(
            name: file.name, category: file.category.rawValue, origin: file.origin.description,
            summary: file.summary, active: active, caps: active ? status.capture.caps : nil)
    }
}

extension CaptureState {
    /// What the running pipeline gives, as GStreamer writes caps; nil before the first frame.
    fileprivate var caps: String? {
        guard let codec, let width, let height else { return nil }
        let type = codec == "jpeg" ? "image/jpeg" : "video/x-\(codec)"
        return "\(type),width=\(width),height=\(height)"
    }
}
