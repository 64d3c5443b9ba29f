// SPDX-License-Identifier: Apache-2.0
package import GStreamer

/// A property from the table of a pipeline file that can be set while the pipeline runs.
package struct LiveProperty: Sendable, Equatable {
    /// The name of the element.
    package let element: String
    /// The property itself.
    package let property: Property
    /// The value with which the pipeline starts.
    package let standard: String
    /// The explanation in the table, such as `kbit/s`.
    package let unit: String?

    /// The names of the element and the property, such as `encoder.bitrate`.
    package var name: String { "\(element).\(property.name)" }
}

extension PipelineFile {
    /// The properties that can be set while the pipeline runs: numbers, switches and choices only.
    ///
    /// Values from the network must not name files or addresses, so texts and caps are left out.
    ///
    /// - Parameter pipeline: the pipeline of this file as it starts.
    package func liveProperties(in pipeline: Pipeline) -> [LiveProperty] {
        declarations.flatMap { row in
            row.properties.compactMap { word in
                guard let element = pipeline.element(named: row.name.text),
                    let property = element.property(named: word.text), property.isLive,
                    let standard = try? element.value(of: word.text)
                else { return nil }
                return LiveProperty(
                    element: row.name.text, property: property, standard: standard, unit: row.explanation(of: word))
            }
        }
    }
}
