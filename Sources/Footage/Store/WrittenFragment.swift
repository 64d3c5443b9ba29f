// SPDX-License-Identifier: Apache-2.0

/// A fragment whose bytes are in a file, but whose row is not in the catalog yet.
struct WrittenFragment {
    let entry: FragmentEntry
    /// The file that it is in.
    let segment: StoredSegment
    /// Its offset in the file.
    let offset: Int

    /// The fragment once its row is in the catalog.
    var stored: StoredFragment { StoredFragment(entry, in: segment, at: offset) }
}
