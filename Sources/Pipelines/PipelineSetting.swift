// SPDX-License-Identifier: Apache-2.0
package import GStreamer

/// A value for a property of a named element: `encoder.bitrate=8000`.
package struct PipelineSetting: Sendable, Equatable, CustomStringConvertible {
    /// The element's name.
    package let element: String
    /// The property.
    package let property: String
    /// The value, as text.
    package let value: String

    /// Reads `element.property=value`; the value is everything behind the first `=`.
    package init(_ text: String) throws(PipelineError) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let path = (sides.first ?? "").split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, path.count == 2, path.allSatisfy({ !$0.isEmpty }) else { throw .badSetting(text) }
        (element, property, value) = (String(path[0]), String(path[1]), String(sides[1]))
    }

    /// As it was written.
    package var description: String { "\(element).\(property)=\(value)" }
}

extension PipelineFile {
    /// The pipeline that the text describes, with values set on its named elements; nothing is opened yet.
    ///
    /// Throws `GStreamerError` for the text and `PipelineError` for a value, which names file, element and property.
    package func makePipeline(values: [String] = []) throws -> Pipeline {
        let pipeline = try Pipeline(parsing: launchText)
        for text in values {
            let setting = try PipelineSetting(text)
            guard let element = pipeline.element(named: setting.element) else {
                let names = LaunchParser.graph(of: launch).elements.compactMap { $0.name?.value }
                throw PipelineError.noElement(setting.element, file: label, names: names)
            }
            do {
                try element.set(setting.property, to: setting.value)
            } catch {
                throw PipelineError.refused(file: label, setting: setting.description, error: error)
            }
        }
        return pipeline
    }
}
