// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
package import Wire

extension CameraPipelines {
    /// The properties of a capture pipeline that can be set while it runs.
    package func properties(of name: String) throws(Problem) -> [PipelineProperty] {
        let file = try captureFile(name)
        return describe(try start(of: file).properties, of: file)
    }

    /// Sets properties of the running pipeline; if one of the values is refused, nothing is set.
    ///
    /// The values last until the pipeline is edited or changed, or the node ends.
    package func set(_ values: [String: String], on name: String) throws(Problem) -> [PipelineProperty] {
        let file = try captureFile(name)
        guard capture.file == file else {
            throw .conflict("the pipeline \"\(name)\" does not run: `longshot pipeline use \(name)` starts it")
        }
        let (specimen, properties) = try start(of: file)
        do {
            try capture.set(
                values.sorted { $0.key < $1.key }.map { name, value in
                    guard let property = properties.first(where: { $0.name == name }) else {
                        let names = properties.map(\.name).joined(separator: ", ")
                        throw Problem.badRequest(
                            "\"\(name)\" cannot be set while \"\(file.name)\" runs, but \(names.isEmpty ? "nothing" : names) "
                                + "can: set it at the start, with `longshot camera --set`")
                    }
                    // The specimen refuses a wrong value before any value is set on the running pipeline.
                    try specimen.element(named: property.element)?.set(property.property.name, to: value)
                    return try PipelineSetting("\(name)=\(value)")
                }, in: file)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .unusableValue(PipelineSecrets.hiding(in: error.line))
        }
        return describe(properties, of: file)
    }

    /// The running file of that name, or else the one in the library.
    private func captureFile(_ name: String) throws(Problem) -> PipelineFile {
        if let running = capture.file, running.name == name { return running }
        let file = try named(name)
        try Self.requireCapture(file)
        return file
    }

    /// A pipeline as it starts, with its properties; nothing is opened.
    private func start(of file: PipelineFile) throws(Problem) -> (Pipeline, properties: [LiveProperty]) {
        do {
            let pipeline = try capture.makePipeline(of: file)
            return (pipeline, file.liveProperties(in: pipeline))
        } catch {
            throw .conflict(PipelineSecrets.hiding(in: error.line))
        }
    }

    private func describe(_ properties: [LiveProperty], of file: PipelineFile) -> [PipelineProperty] {
        properties.map { one in
            PipelineProperty(
                name: one.name, value: capture.value(of: one, in: file), standard: one.standard, unit: one.unit,
                range: one.property.expectation, summary: one.property.summary)
        }
    }
}
