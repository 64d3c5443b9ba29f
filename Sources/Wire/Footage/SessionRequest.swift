// SPDX-License-Identifier: Apache-2.0

/// A peer's request for a session: the body of `POST /v1/session`.
package struct SessionRequest: Codable, Sendable, Equatable {
    /// The token of the session to resume, as base64; nil for a new one.
    package var token: String?
    /// The capabilities that the peer relies on, as in `NodeDescription.capabilities`; a node that lacks one refuses.
    package var needs: [String]
    /// What the peer calls itself now, for lists and messages of the node; nil keeps the name that the node knows.
    package var name: String?

    /// Requests a session.
    package init(token: String? = nil, needs: [String] = [], name: String? = nil) {
        (self.token, self.needs, self.name) = (token, needs, name)
    }
}

extension SessionRequest {
    /// Reads a request; `{}` is a new session that relies on nothing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            token: try fields.decodeIfPresent(String.self, forKey: .token),
            needs: try fields.decodeIfPresent([String].self, forKey: .needs) ?? [],
            name: try fields.decodeIfPresent(String.self, forKey: .name))
    }
}

extension SessionRequest: CustomStringConvertible, CustomReflectable {
    /// Without the token.
    package var description: String { "(a wish for \(token == nil ? "a new" : "the same") session)" }
    package var customMirror: Mirror { Mirror(self, children: ["needs": needs]) }
}

/// An agreed session: the answer of `POST /v1/session`.
package struct SessionTicket: Codable, Sendable, Equatable {
    /// The token that resumes the session once after its link was lost; base64 of 32 bytes.
    package var token: String
    /// The session's number, for the header field `Longshot-Session`; a later session makes it invalid.
    @Within<Bounds.Total, Int> package var epoch: Int
    /// Whether it resumes the session that the token named.
    package var resumed: Bool
    /// The interval of keep-alives on `/v1/events`, in milliseconds.
    @Within<Bounds.Milliseconds, Int> package var keepAliveMilliseconds: Int
    /// How long the session survives without a link, in seconds.
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
