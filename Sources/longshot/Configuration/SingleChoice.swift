// SPDX-License-Identifier: Apache-2.0
import Wire

/// Selects the named item, or else the only running one.
enum SingleChoice {
    /// - Parameters:
    ///   - ids: the running items.
    ///   - none: the error if there are none.
    ///   - kind: the items, in the plural.
    static func id(_ named: String?, of ids: [String], none: String, kind: String) throws(Problem) -> String {
        if let named { return named }
        guard let only = ids.first, ids.count == 1 else {
            throw .badRequest(
                ids.isEmpty ? none : "\(ids.count) \(kind) go on: name one of \(ids.joined(separator: ", "))")
        }
        return only
    }
}
