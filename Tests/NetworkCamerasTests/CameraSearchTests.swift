// SPDX-License-Identifier: Apache-2.0
import NetworkCameras
import TestSupport
import Testing
import Wire

@Suite("A camera on the network that is asked", .timeLimit(.minutes(1)))
struct CameraSearchTests {
    private let user = NetworkUser(name: "a<b", password: Confidential("word"))

    private static func envelope(_ body: String) -> String {
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:t='t'><s:Body>\(body)</s:Body></s:Envelope>"
    }

    private func ask(
        _ answer: @escaping @Sendable (HostileServer.Request) async -> HostileServer.Reply
    ) async throws -> NetworkCamera {
        try await HostileServer.run(as: nil, answer: answer) { port in
            try #require(await CameraSearch.ask(["127.0.0.1:\(port)"], as: user).first)
        }
    }

    @Test("tells its streams, whose host is the one that was asked, and whose address has no password")
    func streams() async throws {
        let camera = try await ask { request in
            let body = String(decoding: request.body, as: UTF8.self)
            #expect(!body.contains("word<") && !body.contains("a<b"))
            let profile =
                "<Profiles token='1&amp;2'><VideoEncoderConfiguration><Encoding>H264</Encoding><Resolution>"
                + "<Width>1920</Width><Height>-3</Height></Resolution></VideoEncoderConfiguration></Profiles>"
            let answer =
                switch body {
                case _ where body.contains("GetProfiles"): "<GetProfilesResponse>\(profile)</GetProfilesResponse>"
                case _ where body.contains("GetStreamUri"):
                    "<GetStreamUriResponse><MediaUri><Uri>rtsp://u:p@192.0.2.1:554/x?a=1&amp;b=2</Uri></MediaUri></GetStreamUriResponse>"
                default: "<Nothing/>"
                }
            if body.contains("GetStreamUri") { #expect(body.contains("1&amp;2")) }
            return HostileServer.Reply(type: "application/soap+xml", Self.envelope(answer))
        }
        #expect(camera.problem == nil)
        #expect(
            camera.streams == [
                NetworkStream(encoding: "H264", width: 1_920, location: "rtsp://127.0.0.1:554/x?a=1&b=2")
            ])
    }

    @Test("may tell a year of many digits, and a socket of this machine: neither is believed")
    func absurd() async throws {
        let camera = try await ask { request in
            let body = String(decoding: request.body, as: UTF8.self)
            let answer =
                switch body {
                case _ where body.contains("GetSystemDateAndTime"):
                    "<GetSystemDateAndTimeResponse><SystemDateAndTime><UTCDateTime><Time><Hour>1</Hour><Minute>1</Minute>"
                        + "<Second>1</Second></Time><Date><Year>10000000000000</Year><Month>1</Month><Day>1</Day></Date>"
                        + "</UTCDateTime></SystemDateAndTime></GetSystemDateAndTimeResponse>"
                case _ where body.contains("GetCapabilities"):
                    "<GetCapabilitiesResponse><Capabilities><Media><XAddr>unix:///run/x.sock</XAddr></Media></Capabilities>"
                        + "</GetCapabilitiesResponse>"
                case _ where body.contains("GetProfiles"):
                    "<GetProfilesResponse><Profiles token='1'><VideoEncoderConfiguration><Encoding>JPEG</Encoding>"
                        + "</VideoEncoderConfiguration></Profiles></GetProfilesResponse>"
                default: "<GetStreamUriResponse><MediaUri><Uri>rtsp://h/x</Uri></MediaUri></GetStreamUriResponse>"
                }
            return HostileServer.Reply(type: "application/soap+xml", Self.envelope(answer))
        }
        #expect(camera.problem == nil && camera.streams.first?.location == "rtsp://127.0.0.1/x", "\(camera)")
    }

    @Test("gets no password at another host: where its service is said to be, or where it redirects")
    func elsewhere() async throws {
        try await HostileServer.run(
            as: nil,
            answer: { _ in
                Issue.record("another host was asked")
                return .done
            }
        ) { other in
            let camera = try await ask { request in
                let body = String(decoding: request.body, as: UTF8.self)
                let elsewhere = "http://localhost:\(other)/"
                guard body.contains("GetCapabilities") else {
                    return HostileServer.Reply([
                        .bytes(Array("HTTP/1.1 307 No\r\nLocation: \(elsewhere)\r\nContent-Length: 0\r\n\r\n".utf8))
                    ])
                }
                return HostileServer.Reply(
                    "200 OK",
                    Self.envelope(
                        "<GetCapabilitiesResponse><Capabilities><Media><XAddr>http://192.0.2.1/</XAddr></Media></Capabilities>"
                            + "</GetCapabilitiesResponse>"))
            }
            #expect(camera.streams.isEmpty && camera.problem != nil)
        }
    }

    @Test("and wants a user, says no, says nothing that can be read, or too much, is named with that")
    func troubles() async throws {
        let refusal =
            "<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>t:NotAuthorized</s:Value></s:Subcode></s:Code></s:Fault>"
        let other =
            "<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>too busy</s:Text></s:Reason></s:Fault>"
        let cases: [(HostileServer.Reply, NetworkCameraError)] = [
            (HostileServer.Reply("400 Bad Request", Self.envelope(refusal)), .notAuthorized),
            (HostileServer.Reply("401 Unauthorized", ""), .notAuthorized),
            (HostileServer.Reply("500 Error", Self.envelope(other)), .refused("too busy")),
            (HostileServer.Reply("200 OK", "<html/>"), .unreadable("it is no SOAP message")),
            (HostileServer.Reply("404 Not Found", "no"), .unreadable("it is not XML")),
            (HostileServer.Reply("200 OK", Self.envelope("<GetProfilesResponse/>")), .unreadable("it has no profiles")),
            (HostileServer.Reply([.bytes([UInt8](repeating: 7, count: 9))], isLast: true), .unreachable),
            (
                HostileServer.Reply("200 OK", String(repeating: "x", count: XMLTree.largest + 1)),
                .unreadable("it is larger than 256 kB")
            ),
        ]
        for (reply, problem) in cases {
            let camera = try await ask { _ in reply }
            #expect(camera.problem == "\(problem)")
        }
    }

    @Test("at something that is no address is told as that")
    func address() async {
        let camera = await CameraSearch.ask(["no host/at?all"], as: nil).first
        #expect(camera?.problem != nil && camera?.streams == [])
    }
}
