// SPDX-License-Identifier: Apache-2.0

/// A fragment whose bytes are on disk and whose row is to be written.
struct PreparedFragment {
    let entry: FragmentEntry
    /// The segment's number in the catalog; nil if the file is new.
    let segment: Int64?
    let part: Int
    /// The file's path relative to the store.
    let path: String
    let offset: Int
    /// Where the file ends now.
    var end: Int { offset + entry.fragment.bytes.count }
}
