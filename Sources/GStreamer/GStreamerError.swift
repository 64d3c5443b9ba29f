// SPDX-License-Identifier: Apache-2.0

/// The errors of creating, configuring and starting a pipeline.
public enum GStreamerError: Error, Equatable, Sendable {
    /// `gst_parse_launch` refused the text.
    case parse(ParseProblem)
    /// No installed plug-in has such an element; the Debian package that does, if known.
    case noSuchElement(factory: String, package: String?)
    /// An element has no property of that name.
    case noSuchProperty(String, of: String)
    /// The property can only be read.
    case readOnlyProperty(String, of: String)
    /// The text cannot be read as a value of the property's type and range.
    case unreadableValue(String, property: String, of: String, expected: String)
    /// The pipeline has no element of that name.
    case noElement(named: String)
    /// An element of that name exists but is of another kind.
    case wrongKind(named: String, expected: String, found: String)
    /// A pipeline did not reach the requested state.
    case stateChange(Diagnostic)
    /// A seek was refused.
    case seekRefused
    /// A WebRTC connection could not be negotiated.
    case negotiation(String)
}

extension GStreamerError: CustomStringConvertible {
    /// In words, for a person.
    public var description: String {
        switch self {
        case .parse(let problem):
            return problem.description
        case .noSuchElement(let factory, let package?):
            return "no element \"\(factory)\": install the Debian package \(package)"
        case .noSuchElement(let factory, nil):
            return "no element \"\(factory)\": no plug-in known to Debian has it, so check the spelling"
        case .noSuchProperty(let property, let element):
            return "element \"\(element)\" has no property \"\(property)\""
        case .readOnlyProperty(let property, let element):
            return "property \"\(property)\" of element \"\(element)\" can only be read"
        case .unreadableValue(let value, let property, let element, let expected):
            return "property \"\(property)\" of element \"\(element)\" cannot be \"\(value)\": "
                + "it takes \(expected)"
        case .noElement(let name):
            return "the pipeline has no element named \"\(name)\""
        case .wrongKind(let name, let expected, let found):
            return "element \"\(name)\" must be \(expected), and is \(found)"
        case .stateChange(let diagnostic):
            return diagnostic.description
        case .seekRefused:
            return "the pipeline refused to seek: its source cannot be repositioned"
        case .negotiation(let reason):
            return "the connection could not be agreed on: \(reason)"
        }
    }
}
