// SPDX-License-Identifier: Apache-2.0

extension DecodingError {
    /// Where and why decoding failed, without the values that were read, because they may be secret.
    package var place: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(_, let context): "\(Self.path(context.codingPath)) has another type"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) is wrong"
        @unknown default: "it cannot be read"
        }
    }

    /// The same for the sender of the values, with what is expected instead.
    package var explanation: String {
        switch self {
        case .keyNotFound(let key, let context):
            "the field \"\(Self.path(context.codingPath + [key], of: "body"))\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "the field \"\(Self.path(context.codingPath, of: "body"))\" has the wrong type: \(context.debugDescription)"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "the field \"\(Self.path(context.codingPath, of: "body"))\" has no possible value: \(context.debugDescription)"
        case .dataCorrupted:
            "the body is not JSON, or has a number that is out of range"
        @unknown default:
            "the body cannot be read"
        }
    }

    private static func path(_ keys: [any CodingKey], of whole: String = "the JSON") -> String {
        keys.isEmpty ? whole : keys.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
    }
}
