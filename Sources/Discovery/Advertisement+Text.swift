// SPDX-License-Identifier: Apache-2.0

extension Advertisement {
    /// The keys of the TXT record; `port` belongs to the SRV record and is here only for error messages.
    enum Key: String {
        case version = "v"
        case role
        case id
        case name
        case pairing = "pair"
        case pairingPort = "pairport"
        case pagePort = "page"
        case port

        /// The valid values, in words.
        var expectation: String {
            switch self {
            case .version: "a number from 1 to 65535"
            case .role: "\"camera\" or \"recorder\""
            case .id: "52 base32 characters in one case"
            case .name: "text in UTF-8"
            case .pairing: "8 letters or digits"
            case .pairingPort, .pagePort, .port: "a port number from 1 to 65535"
            }
        }
    }

    /// The limits of a record; this version's own have up to 8 strings and 200 bytes.
    static let limits = (strings: 64, bytes: 2048)

    /// The strings of the TXT record (RFC 6763 §6), each at most 255 bytes long.
    package var text: [[UInt8]] {
        var pairs: [(Key, String)] = [
            (.version, String(version)), (.role, role.rawValue), (.id, id), (.name, name),
        ]
        if let pairing { pairs.append((.pairing, pairing)) }
        if let pairingPort { pairs.append((.pairingPort, String(pairingPort))) }
        if let pagePort { pairs.append((.pagePort, String(pagePort))) }
        return pairs.map { key, value in Array("\(key.rawValue)=\(value)".utf8) }
    }

    /// Parses a stranger's announcement.
    ///
    /// Skips unknown keys, and uses the first of a repeated key (RFC 6763 §6.4). Repairs and cleans the name; refuses every other
    /// value that is not exactly right.
    package init(instance: String, port: Int, text: [[UInt8]]) throws(AdvertisementError) {
        let bytes = text.reduce(0) { $0 + $1.count }
        guard text.count <= Self.limits.strings, bytes <= Self.limits.bytes else {
            throw .tooLarge(strings: text.count, bytes: bytes)
        }
        var values: [Key: [UInt8]] = [:]
        for string in text {
            guard let separator = string.firstIndex(of: UInt8(ascii: "=")),
                let key = Key(rawValue: String(decoding: string[..<separator], as: UTF8.self).lowercased()),
                values[key] == nil
            else { continue }
            values[key] = Array(string[(separator + 1)...])
        }

        guard let roleText = values[.role] else { throw .missing(key: Key.role.rawValue) }
        guard let role = Self.exact(roleText).flatMap(Role.init) else { throw Self.malformed(.role) }
        guard let idText = values[.id] else { throw .missing(key: Key.id.rawValue) }
        guard let id = Self.exact(idText) else { throw Self.malformed(.id) }
        guard let version = try Self.number(.version, in: values) else { throw .missing(key: Key.version.rawValue) }
        var tag: String?
        if let pairing = values[.pairing] {
            tag = Self.exact(pairing)
            if tag == nil { throw Self.malformed(.pairing) }
        }
        try self.init(
            instance: instance, port: port, version: version, role: role, id: id,
            name: String(decoding: values[.name] ?? [], as: UTF8.self), pairing: tag,
            pairingPort: try Self.number(.pairingPort, in: values), pagePort: try Self.number(.pagePort, in: values))
    }

    static func malformed(_ key: Key) -> AdvertisementError {
        .malformed(key: key.rawValue, expected: key.expectation)
    }

    /// Printable ASCII without spaces, as every value except the name is.
    private static func exact(_ bytes: [UInt8]) -> String? {
        bytes.allSatisfy { (0x21...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func number(_ key: Key, in values: [Key: [UInt8]]) throws(AdvertisementError) -> Int? {
        guard let bytes = values[key] else { return nil }
        guard (1...5).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw malformed(key)
        }
        return bytes.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }
}
