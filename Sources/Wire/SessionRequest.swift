// SPDX-License-Identifier: Apache-2.0

/// A peer's wish for a session: the body of `POST /v1/session`.
package struct SessionRequest: Codable, Sendable, Equatable {
    /// The token of the session that is to go on, as base64; nil for a new one.
    package var token: String?
    /// What the peer relies on, by the names of `NodeDescription.capabilities`; what the node has not, it refuses.
    package var needs: [String]

    /// Asks for a session.
    package init(token: String? = nil, needs: [String] = []) {
        (self.token, self.needs) = (token, needs)
    }
}

extension SessionRequest {
    /// Reads a wish; `{}` is a new session that needs nothing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            token: try fields.decodeIfPresent(String.self, forKey: .token),
            needs: try fields.decodeIfPresent([String].self, forKey: .needs) ?? [])
    }
}

extension SessionRequest: CustomStringConvertible, CustomReflectable {
    /// Without the token.
    package var description: String { "(a wish for \(token == nil ? "a new" : "the same") session)" }
    package var customMirror: Mirror { Mirror(self, children: ["needs": needs]) }
}

/// A session that was agreed on: the answer of `POST /v1/session`.
package struct SessionTicket: Codable, Sendable, Equatable {
    /// What the peer shows to go on after its link was lost, once; base64 of 32 bytes.
    package var token: String
    /// The session's number, for the field `Longshot-Session`; a later session makes it worthless.
    @Within<Bounds.Total, Int> package var epoch: Int
    /// Whether it goes on with the session that the token named.
    package var resumed: Bool
    /// How often the node gives a sign of life on `/v1/events`.
    @Within<Bounds.Milliseconds, Int> package var keepAliveMilliseconds: Int
    /// How long the session is kept while its link is gone, in seconds.
    @Within<Bounds.Seconds, Int> package var resumableSeconds: Int

    /// Describes a session.
    package init(token: String, epoch: Int, resumed: Bool, keepAliveMilliseconds: Int, resumableSeconds: Int) {
        (self.token, self.epoch, self.resumed) = (token, epoch, resumed)
        (self.keepAliveMilliseconds, self.resumableSeconds) = (keepAliveMilliseconds, resumableSeconds)
    }
}

extension SessionTicket: CustomStringConvertible, CustomReflectable {
    /// Without the token.
    package var description: String { "(session \(epoch))" }
    package var customMirror: Mirror { Mirror(self, children: ["epoch": epoch, "resumed": resumed]) }
}
