// SPDX-License-Identifier: Apache-2.0
package import GStreamer

/// A value for a property of a named element: `encoder.bitrate=8000`, or `camera.location=@FILE`.
///
/// `@FILE` reads the value from a file that only the user may read; `@@` begins a value that begins with `@`.
package struct PipelineSetting: Sendable, Equatable, CustomStringConvertible {
    /// The element's name.
    package let element: String
    /// The property's name.
    package let property: String
    /// The value as written: text, or `@` and a path.
    package let written: String

    /// The element and the property, such as `encoder.bitrate`.
    package var name: String { "\(element).\(property)" }

    /// Whether the value is in a file, and must not be shown.
    package var isSecret: Bool { written.hasPrefix("@") && !written.hasPrefix("@@") }

    /// Parses `element.property=value`; the value is everything after the first `=`.
    package init(_ text: String) throws(PipelineError) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let path = (sides.first ?? "").split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, path.count == 2, path.allSatisfy({ !$0.isEmpty }) else { throw .badSetting(text) }
        (element, property, written) = (String(path[0]), String(path[1]), String(sides[1]))
        guard written != "@" else { throw .badSetting(text) }
    }

    /// Returns the value to set; masks a value from a file in all later texts.
    ///
    /// Throws `PipelineError.badSecret`, which names the file but contains nothing of it.
    package func value() throws(PipelineError) -> String {
        guard isSecret else { return written.hasPrefix("@@") ? String(written.dropFirst()) : written }
        let value = try SecretFile.read(String(written.dropFirst()))
        PipelineSecrets.add(value)
        return value
    }

    /// The text of a value that is set unchanged, even if it begins with `@`.
    package static func literal(_ value: String) -> String { value.hasPrefix("@") ? "@\(value)" : value }

    /// The setting as written: with the name of a secret file, not its content.
    package var description: String { "\(name)=\(written)" }
}

extension PipelineFile {
    /// Makes the pipeline of the text and sets values on its named elements; nothing is opened yet.
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
            let value = try setting.value()
            do {
                try element.set(setting.property, to: value)
            } catch {
                let isUnknown = if case .noSuchProperty = error { true } else { false }
                throw PipelineError.refused(
                    file: label, setting: setting.description, error: setting.isSecret ? error.withoutValue : error,
                    meant: isUnknown ? element.closestProperty(to: setting.property) : nil)
            }
        }
        return pipeline
    }
}

extension Element {
    /// The property to set whose name is most like this one; nil if none is like it.
    func closestProperty(to name: String) -> String? {
        Suggestion.closest(to: name, in: properties.filter(\.isWritable).map(\.name))
    }
}

extension GStreamerError {
    /// The same without the refused value.
    fileprivate var withoutValue: GStreamerError {
        guard case .unreadableValue(_, let property, let element, let expected) = self else { return self }
        return .unreadableValue(PipelineSecrets.mask, property: property, of: element, expected: expected)
    }
}
