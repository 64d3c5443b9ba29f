// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The interfaces on which this machine receives multicast DNS, from `/proc/net/igmp` and `/proc/net/igmp6`.
struct MulticastMembership: Equatable {
    /// The interfaces on which some program has joined 224.0.0.251 or ff02::fb (RFC 6762 §3), without the loopback.
    let interfaces: [String]

    init() {
        self.init(
            igmp: (try? String(contentsOfFile: "/proc/net/igmp", encoding: .utf8)) ?? "",
            igmp6: (try? String(contentsOfFile: "/proc/net/igmp6", encoding: .utf8)) ?? "")
    }

    /// Reads the two tables: in the first, a line for each interface is followed by lines for its groups; in the
    /// second, each line has both.
    init(igmp: String, igmp6: String) {
        var found: Set<String> = []
        var interface = ""
        for line in igmp.split(separator: "\n").dropFirst() {
            let words = line.split { $0 == " " || $0 == "\t" }
            if line.first?.isNumber == true {
                interface = words.count > 1 ? String(words[1]) : ""
            } else if let group = words.first, ["FB0000E0", "E00000FB"].contains(group) {
                // The address in the byte order of the machine.
                found.insert(interface)
            }
        }
        for line in igmp6.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 2, words[2] == "ff0200000000000000000000000000fb" { found.insert(String(words[1])) }
        }
        interfaces = found.subtracting(["lo"]).sorted()
    }
}
