// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import Wire

/// SOAP 1.2 messages to a camera.
enum Envelope {
    private static let soap = "http://www.w3.org/2003/05/soap-envelope"

    /// A request, with the user's name and the digest of the password if there are some.
    ///
    /// - Parameter created: the time on the camera's clock; a camera refuses an old one.
    static func request(_ body: String, as user: NetworkUser?, created: Date) -> String {
        let header = user.map { "<s:Header>\(token(of: $0, created))</s:Header>" } ?? ""
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            + "<s:Envelope xmlns:s=\"\(soap)\">\(header)<s:Body>\(body)</s:Body></s:Envelope>"
    }

    /// A search for cameras (WS-Discovery 2005/04, section 5.2), with an id to which the answers relate.
    static func probe(_ id: UUID) -> String {
        let (addressing, discovery) = (
            "http://schemas.xmlsoap.org/ws/2004/08/addressing", "http://schemas.xmlsoap.org/ws/2005/04/discovery"
        )
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            + "<s:Envelope xmlns:s=\"\(soap)\" xmlns:a=\"\(addressing)\" xmlns:d=\"\(discovery)\" "
            + "xmlns:n=\"http://www.onvif.org/ver10/network/wsdl\"><s:Header>"
            + "<a:MessageID>urn:uuid:\(id.uuidString.lowercased())</a:MessageID>"
            + "<a:To s:mustUnderstand=\"1\">urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>"
            + "<a:Action s:mustUnderstand=\"1\">\(discovery)/Probe</a:Action>"
            + "</s:Header><s:Body><d:Probe><d:Types>n:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>"
    }

    /// Text that is safe within an element and within an attribute.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

    /// Base64(SHA-1(nonce + created + password)): Web Services Security UsernameToken Profile 1.1, section 3.1.
    private static func token(of user: NetworkUser, _ created: Date) -> String {
        var generator = SystemRandomNumberGenerator()
        let nonce = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let moment = created.formatted(.iso8601)
        let hashed = Insecure.SHA1.hash(data: nonce + Array(moment.utf8) + Array(user.password.reveal().utf8))
        let security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
        return "<w:Security xmlns:w=\"\(security)wssecurity-secext-1.0.xsd\" "
            + "xmlns:u=\"\(security)wssecurity-utility-1.0.xsd\"><w:UsernameToken>"
            + "<w:Username>\(escaped(user.name))</w:Username>"
            + "<w:Password Type=\"\(security)username-token-profile-1.0#PasswordDigest\">"
            + "\(Data(hashed).base64EncodedString())</w:Password>"
            + "<w:Nonce EncodingType=\"\(security)soap-message-security-1.0#Base64Binary\">"
            + "\(Data(nonce).base64EncodedString())</w:Nonce><u:Created>\(moment)</u:Created>"
            + "</w:UsernameToken></w:Security>"
    }
}
