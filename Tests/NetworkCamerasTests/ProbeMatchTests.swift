// SPDX-License-Identifier: Apache-2.0
import Foundation
import NetworkCameras
import Testing

@Suite("The answer of a camera to a search")
struct ProbeMatchTests {
    private static let id = UUID()

    private func datagram(
        relatesTo: String = "urn:uuid:\(id.uuidString)", address: String = "urn:uuid:1", count: Int = 1
    ) -> [UInt8] {
        let match =
            "<d:ProbeMatch><a:EndpointReference><a:Address>\(address)</a:Address></a:EndpointReference>"
            + "<d:Scopes> onvif://www.onvif.org/Profile/Streaming\n onvif://www.onvif.org/name/Front%20door "
            + "onvif://www.onvif.org/hardware/DS-2CD onvif://www.onvif.org/name/second</d:Scopes>"
            + "<d:XAddrs>http://192.0.2.7/onvif/device_service http://[fe80::1]/onvif/device_service</d:XAddrs></d:ProbeMatch>"
        let matches = String(repeating: match, count: count)
        return Array(
            ("<e:Envelope xmlns:e='e' xmlns:a='a' xmlns:d='d'><e:Header><a:RelatesTo>\(relatesTo)</a:RelatesTo></e:Header>"
                + "<e:Body><d:ProbeMatches>\(matches)</d:ProbeMatches></e:Body></e:Envelope>").utf8)
    }

    @Test("has its id, its addresses, its name and its model")
    func answer() throws {
        let match = try #require(ProbeMatch.all(in: datagram(), of: Self.id).first)
        #expect(match.id == "urn:uuid:1" && match.name == "Front door" && match.hardware == "DS-2CD")
        #expect(match.services.first == "http://192.0.2.7/onvif/device_service" && match.services.count == 2)
    }

    @Test("to another search is no answer, nor is one without an id or with a huge one")
    func others() {
        #expect(ProbeMatch.all(in: datagram(relatesTo: "urn:uuid:\(UUID())"), of: Self.id).isEmpty)
        #expect(ProbeMatch.all(in: datagram(relatesTo: ""), of: Self.id).isEmpty)
        #expect(ProbeMatch.all(in: datagram(address: ""), of: Self.id).isEmpty)
        #expect(ProbeMatch.all(in: datagram(address: String(repeating: "x", count: 257)), of: Self.id).isEmpty)
        #expect(ProbeMatch.all(in: [0, 1, 2], of: Self.id).isEmpty)
    }

    @Test("may not stand for more than eight cameras")
    func many() {
        #expect(ProbeMatch.all(in: datagram(count: 50), of: Self.id).count == 8)
    }
}
