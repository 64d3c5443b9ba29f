// SPDX-License-Identifier: Apache-2.0
import Wire

/// The one that is meant: the one that was named, or the only one that goes on.
enum OnlyOne {
    /// - Parameters:
    ///   - ids: those that go on.
    ///   - none: what to say when there are none.
    ///   - kind: what they are, in the plural.
    static func id(_ named: String?, of ids: [String], none: String, kind: String) throws(Problem) -> String {
        if let named { return named }
        guard let only = ids.first, ids.count == 1 else {
            throw .badRequest(ids.isEmpty ? none : "\(ids.count) \(kind) go on: name one of \(ids)")
        }
        return only
    }
}
