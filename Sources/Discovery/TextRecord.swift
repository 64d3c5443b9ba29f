// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// Converts between the strings of a TXT record and Avahi's list.
enum TextRecord {
    /// Copies the strings into a list of Avahi's, which is valid during `body`.
    static func withList<Result>(
        _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<AvahiStringList>?) -> Result
    ) -> Result {
        // Avahi adds at the head.
        var list: UnsafeMutablePointer<AvahiStringList>?
        for string in strings.reversed() {
            list = avahi_string_list_add_arbitrary(list, string, string.count)
        }
        defer { avahi_string_list_free(list) }
        return body(list)
    }

    /// Copies the strings of Avahi's list: at most one more than the parser accepts.
    static func strings(in list: UnsafeMutablePointer<AvahiStringList>?) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var next = list
        while let entry = next, strings.count <= Advertisement.limits.strings {
            let bytes = UnsafeBufferPointer(
                start: avahi_string_list_get_text(entry), count: avahi_string_list_get_size(entry))
            strings.append(Array(bytes))
            next = avahi_string_list_get_next(entry)
        }
        return strings
    }
}
