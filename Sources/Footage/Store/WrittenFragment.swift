// SPDX-License-Identifier: Apache-2.0

/// A fragment whose bytes are in a file, and whose row is not in the catalog yet.
struct WrittenFragment {
    let entry: FragmentEntry
    /// The file that it is in.
    let segment: StoredSegment
    /// Where it starts in the file.
    let offset: Int

    /// The same once its row is in the catalog.
    var stored: StoredFragment { StoredFragment(entry, in: segment, at: offset) }
}
