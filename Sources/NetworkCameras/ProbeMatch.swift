// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The answer of a camera to a search (WS-Discovery 2005/04, section 5.3).
package struct ProbeMatch: Equatable, Sendable {
    /// The camera's id.
    package let id: String
    /// The addresses of its device service.
    package let services: [String]
    /// The name in its scopes; nil if there is none.
    package let name: String?
    /// The model in its scopes; nil if there is none.
    package let hardware: String?

    /// The matches in a datagram; none if it answers another question.
    ///
    /// - Parameter id: the id of the search.
    package static func all(in datagram: some Collection<UInt8>, of id: UUID) -> [ProbeMatch] {
        guard let message = try? XMLTree(datagram),
            message.text("Header", "RelatesTo")?.lowercased().hasSuffix(id.uuidString.lowercased()) == true
        else { return [] }
        let matches = message.first("Body", "ProbeMatches")?.children ?? []
        return matches.filter { $0.name == "ProbeMatch" }.prefix(8).compactMap(ProbeMatch.init)
    }

    private init?(_ match: XMLTree) {
        guard let id = match.text("EndpointReference", "Address"), id.utf8.count <= 256 else { return nil }
        let services = (match.text("XAddrs") ?? "").split(whereSeparator: \.isWhitespace).prefix(8)
        let scopes = (match.text("Scopes") ?? "").split(whereSeparator: \.isWhitespace)
        self.id = id
        self.services = services.map(String.init)
        name = Self.scope("name", of: scopes)
        hardware = Self.scope("hardware", of: scopes)
    }

    /// The value of a scope `onvif://www.onvif.org/KIND/VALUE` (ONVIF Core Specification, section 7.3.2.2).
    private static func scope(_ kind: String, of scopes: [Substring]) -> String? {
        let start = "onvif://www.onvif.org/\(kind)/"
        return scopes.first { $0.lowercased().hasPrefix(start) }.flatMap { scope in
            let value = String(scope.dropFirst(start.count))
            let text = value.removingPercentEncoding ?? value
            return text.isEmpty ? nil : String(text.prefix(64))
        }
    }
}
