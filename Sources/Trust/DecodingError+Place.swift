// SPDX-License-Identifier: Apache-2.0

extension DecodingError {
    /// Where and why decoding failed, without the values that were read.
    var place: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(_, let context): "\(Self.path(context.codingPath)) has another type"
        case .dataCorrupted(let context): "\(Self.path(context.codingPath)) is wrong"
        @unknown default: "it cannot be read"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the JSON" : keys.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
    }
}
