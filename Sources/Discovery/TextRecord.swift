// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// The strings of a TXT record on their way into and out of Avahi's list.
enum TextRecord {
    /// Lends the strings as a list of Avahi's, which copies them.
    static func withList<Result>(
        _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<AvahiStringList>?) -> Result
    ) -> Result {
        // The list grows at its head.
        var list: UnsafeMutablePointer<AvahiStringList>?
        for string in strings.reversed() {
            list = avahi_string_list_add_arbitrary(list, string, string.count)
        }
        defer { avahi_string_list_free(list) }
        return body(list)
    }

    /// Copies the strings out of a list that Avahi lends: at most one more than any reader accepts.
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
