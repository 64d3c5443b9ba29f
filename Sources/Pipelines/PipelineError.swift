// SPDX-License-Identifier: Apache-2.0
package import GStreamer

/// Why a pipeline file cannot be used, or a value cannot be set in it.
package enum PipelineError: Error, Equatable, CustomStringConvertible {
    /// No file or pipeline has this name; `suggestion` is a similar name.
    case notFound(String, suggestion: String?)
    /// The file exists but cannot be read.
    case unreadable(String, reason: String)
    /// Two of the user's files have the same base name.
    case ambiguous(String, first: String, second: String)
    /// The text of a setting is not `element.property=value`.
    case badSetting(String)
    /// The file of a setting `element.property=@FILE` cannot be used.
    case badSecret(String, reason: String)
    /// The pipeline has no element of that name; the names that it has.
    case noElement(String, file: String, names: [String])
    /// The element refuses the property or its value.
    ///
    /// `meant` is the property of the element that is most like the unknown one.
    case refused(file: String, setting: String, error: GStreamerError, meant: String? = nil)
    /// A text cannot be used in a category; the problems that the check found.
    case unusable(String, as: PipelineCategory, problems: String)
    /// A live text would send or receive unencrypted media; the problems that the check found.
    case unprotected(String)

    /// In words, for a person.
    package var description: String {
        switch self {
        case .notFound(let name, let suggestion?):
            "there is no pipeline \"\(name)\": did you mean \"\(suggestion)\"?"
        case .notFound(let name, nil):
            "there is no pipeline \"\(name)\": `longshot pipeline list` shows those that there are"
        case .unreadable(let path, let reason):
            "\(path) cannot be read as a pipeline: \(reason)"
        case .ambiguous(let name, let first, let second):
            "two files are called \"\(name)\": \(first) and \(second); rename one of them"
        case .badSetting(let text):
            "\"\(text)\" is not a setting: write element.property=value, for example encoder.bitrate=8000"
        case .badSecret(let path, let reason):
            "the value in \(path) cannot be used: \(reason)"
        case .noElement(let name, let file, let names):
            "\(file): no element is named \"\(name)\"; "
                + (Suggestion.closest(to: name, in: names).map { "did you mean \"\($0)\"? " } ?? "")
                + (names.isEmpty ? "none has a name" : "those that are: \(names.joined(separator: ", "))")
        case .refused(let file, let setting, let error, let meant):
            "\(file): cannot set \(setting): \(error)" + (meant.map { "; did you mean \"\($0)\"?" } ?? "")
        case .unusable(let name, let category, let problems):
            "\"\(name)\" cannot be used as a \(category.rawValue) pipeline:\n\(problems)"
        case .unprotected(let problems):
            "live video would be sent unencrypted:\n\(problems)"
        }
    }
}

extension PipelineError {
    /// The description for clients that may not read pipeline texts: without text and values of the pipeline.
    package var withoutText: String {
        switch self {
        case .unusable(let name, let category, _):
            "\"\(name)\" cannot be used as a \(category.rawValue) pipeline: the camera's log says why"
        case .unprotected:
            "live video would be sent unencrypted: the log and `longshot pipeline check` say where"
        case .refused(_, let setting, _, _):
            "cannot set \(setting.prefix { $0 != "=" }): the camera's log says why"
        case .badSetting:
            "a value is not written as element.property=value: the camera's log says which"
        case .notFound, .unreadable, .ambiguous, .badSecret, .noElement: description
        }
    }
}
