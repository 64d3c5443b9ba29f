// SPDX-License-Identifier: Apache-2.0
package import Media

/// The result of an adoption of the footage in the folder `recovered`.
package struct Adoption: Equatable, Sendable {
    /// Files that were moved back to where the catalog names them, relative to the store.
    package internal(set) var restored: [String] = []
    /// Fragments that were stored again.
    package internal(set) var adopted: [FragmentID] = []
    /// The recordings that have these fragments.
    package internal(set) var recordings: Set<String> = []
    /// Those of them that were created again and are over.
    package internal(set) var ended: Set<String> = []
    /// Those of them that were created again and go on.
    package internal(set) var resumed: Set<String> = []
    /// Fragments that were in the archive already, byte for byte.
    package internal(set) var known = 0
    /// Files that remain, because not all of their content could be proved.
    package internal(set) var left: [RecoveredFile] = []
}
