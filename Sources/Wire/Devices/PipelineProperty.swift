// SPDX-License-Identifier: Apache-2.0

/// A property of a capture pipeline that can be set while it runs: an item of `GET /v1/pipelines/{name}/properties`.
package struct PipelineProperty: Codable, Sendable, Equatable {
    /// The names of the element and the property, such as `encoder.bitrate`.
    package var name: String
    /// The current value; nil unless the pipeline runs.
    package var value: String?
    /// The value with which the pipeline starts.
    package var standard: String
    /// The unit, or another explanation, from the table of the file; nil if the table has none.
    package var unit: String?
    /// The allowed values in words.
    package var range: String
    /// The description by the author of the element.
    package var summary: String

    /// Describes a property; see the properties.
    package init(name: String, value: String? = nil, standard: String, unit: String?, range: String, summary: String) {
        (self.name, self.value, self.standard) = (name, value, standard)
        (self.unit, self.range, self.summary) = (unit, range, summary)
    }
}

/// A change to the running capture pipeline: the body of `PATCH /v1/pipelines/{name}/properties`.
package struct PipelineChange: Codable, Sendable, Equatable {
    /// Properties and their new values, such as `encoder.bitrate` and `8000`.
    package var set: [String: String]

    /// A change; see the properties.
    package init(set: [String: String]) { self.set = set }
}
