// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Trust

/// What `pair grant` and `page grant` change: `view,record` replaces the rights of a peer or a browser, and `+record` adds to them.
struct GrantChange {
    /// The grants as they were written, without the plus sign.
    let list: GrantList
    private let isAddition: Bool

    /// Reads a change; throws `ValidationError` with the word that is wrong.
    init(reading text: String) throws {
        isAddition = text.hasPrefix("+")
        guard !["+", "+none"].contains(text) else {
            throw ValidationError("a plus sign adds grants: name one, as in +shoot")
        }
        list = try GrantList(reading: isAddition ? String(text.dropFirst()) : text)
    }

    /// The rights after the change.
    ///
    /// - Parameter named: the rights of the list, with cameras by their ids.
    func rights(from before: Rights, _ named: Rights) -> Rights {
        guard isAddition else { return named }
        let grants = before.grants.union(named.grants)
        return Rights(grants, viewOf: grants.contains(.view) ? [] : before.viewOf.union(named.viewOf))
    }
}
