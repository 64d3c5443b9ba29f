// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Wire

/// The services of one camera (ONVIF Core Specification and Media Service Specification 1.0).
///
/// All requests go to the host that was asked, whatever addresses the camera tells: what answers a search may be anybody, and must
/// not send the digest of a password elsewhere.
struct DeviceService: Sendable {
    let client: HTTPClient
    let address: URL
    let user: NetworkUser?

    /// The time for one answer.
    private static let patience = TimeAmount.seconds(5)
    /// The most streams that are asked for.
    private static let most = 16

    /// The streams, the largest first.
    func streams() async throws(NetworkCameraError) -> [NetworkStream] {
        let clock = try await clock()
        let capabilities = try? await call(
            "<GetCapabilities xmlns=\"http://www.onvif.org/ver10/device/wsdl\"><Category>Media</Category></GetCapabilities>",
            at: address, clock)
        let told = capabilities?.first("GetCapabilitiesResponse", "Capabilities")?.text("Media", "XAddr")
        // Of other schemes, some mean no host at all but a socket of this machine.
        let media =
            told.flatMap(URL.init(string:)).flatMap {
                $0.scheme?.lowercased() == "http" ? Self.same($0, hostOf: address) : nil
            }
            ?? address
        let profiles = try await call(
            "<GetProfiles xmlns=\"http://www.onvif.org/ver10/media/wsdl\"/>", at: media, clock)
        let found = profiles.first("GetProfilesResponse")?.children.filter { $0.name == "Profiles" } ?? []
        guard !found.isEmpty else { throw .unreadable("it has no profiles") }
        var streams: [NetworkStream] = []
        for profile in found.prefix(Self.most) {
            guard let token = profile.attributes["token"], let encoder = profile.first("VideoEncoderConfiguration"),
                let location = try await location(of: token, at: media, clock)
            else { continue }
            streams.append(NetworkStream(encoder, at: location))
        }
        return streams.sorted { ($0.width ?? 0) * ($0.height ?? 0) > ($1.width ?? 0) * ($1.height ?? 0) }
    }

    /// The address of a profile's stream; nil if it tells none that is RTSP.
    private func location(of token: String, at media: URL, _ clock: Duration) async throws(NetworkCameraError)
        -> String?
    {
        let answer = try await call(
            "<GetStreamUri xmlns=\"http://www.onvif.org/ver10/media/wsdl\" xmlns:t=\"http://www.onvif.org/ver10/schema\">"
                + "<StreamSetup><t:Stream>RTP-Unicast</t:Stream><t:Transport><t:Protocol>RTSP</t:Protocol></t:Transport>"
                + "</StreamSetup><ProfileToken>\(Envelope.escaped(token))</ProfileToken></GetStreamUri>", at: media,
            clock)
        let told = answer.first("GetStreamUriResponse", "MediaUri")?.text("Uri") ?? ""
        guard told.utf8.count <= 1_024, let url = URL(string: told), url.scheme?.lowercased() == "rtsp" else {
            return nil
        }
        return Self.same(url, hostOf: address)?.absoluteString
    }

    /// How far the camera's clock is ahead of this machine's; zero if it does not tell its time.
    private func clock() async throws(NetworkCameraError) -> Duration {
        let answer: XMLTree
        do {
            answer = try await call(
                "<GetSystemDateAndTime xmlns=\"http://www.onvif.org/ver10/device/wsdl\"/>", at: address, nil)
        } catch .unreachable {
            throw .unreachable
        } catch {
            return .zero
        }
        let time = answer.first("GetSystemDateAndTimeResponse", "SystemDateAndTime", "UTCDateTime")
        func number(_ kind: String, _ part: String) -> Int? { time?.text(kind, part).flatMap { Int($0) } }
        let parts = DateComponents(
            timeZone: TimeZone(secondsFromGMT: 0), year: number("Date", "Year"), month: number("Date", "Month"),
            day: number("Date", "Day"), hour: number("Time", "Hour"), minute: number("Time", "Minute"),
            second: number("Time", "Second"))
        // A year of many digits is no time that can be counted in seconds.
        guard let year = parts.year, (1970...2200).contains(year), parts.hour != nil,
            [parts.month, parts.day, parts.hour, parts.minute, parts.second].allSatisfy({ (0...99).contains($0 ?? 0) }),
            let moment = Calendar(identifier: .gregorian).date(from: parts)
        else {
            return .zero
        }
        return .seconds(moment.timeIntervalSinceNow)
    }

    /// Sends a request and returns the body of the answer.
    ///
    /// - Parameter clock: how far the camera's clock is ahead; nil to send no user.
    private func call(_ body: String, at url: URL, _ clock: Duration?) async throws(NetworkCameraError) -> XMLTree {
        let ahead = clock.map { Double($0.components.seconds) } ?? 0
        let message = Envelope.request(body, as: clock == nil ? nil : user, created: Date(timeIntervalSinceNow: ahead))
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/soap+xml; charset=utf-8")
        request.body = .bytes(ByteBuffer(string: message))
        let (status, bytes): (UInt, ByteBuffer)
        do {
            let response = try await client.execute(request, timeout: Self.patience)
            (status, bytes) = (response.status.code, try await response.body.collect(upTo: XMLTree.largest))
        } catch is NIOTooManyBytesError {
            throw .unreadable("it is larger than \(XMLTree.largest / 1_024) kB")
        } catch {
            throw .unreachable
        }
        guard status != 401 else { throw .notAuthorized }
        guard let answer = try XMLTree(bytes.readableBytesView).first("Body") else {
            throw .unreadable("it is no SOAP message")
        }
        if let fault = answer.first("Fault") { throw Self.error(of: fault) }
        guard status == 200 else { throw .refused("status \(status)") }
        return answer
    }

    private static func error(of fault: XMLTree) -> NetworkCameraError {
        var (code, words) = (fault.first("Code"), [String]())
        while let one = code {
            words.append(one.text("Value") ?? "")
            code = one.first("Subcode")
        }
        let isAboutTheUser = words.contains { $0.hasSuffix("NotAuthorized") || $0.hasSuffix("FailedAuthentication") }
        return isAboutTheUser
            ? .notAuthorized
            : .refused(String((fault.text("Reason", "Text") ?? words.last ?? "no reason").prefix(200)))
    }

    /// The address with the host of another one, and without user and password.
    static func same(_ url: URL, hostOf other: URL) -> URL? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
        (parts.host, parts.user, parts.password) = (other.host(percentEncoded: true), nil, nil)
        return parts.url
    }
}

extension NetworkStream {
    /// A stream from a `VideoEncoderConfiguration` (ONVIF Media Service Specification 1.0, section 5.2.3).
    fileprivate init(_ encoder: XMLTree, at location: String) {
        self.init(
            encoding: String((encoder.text("Encoding") ?? "unknown").prefix(16)),
            width: Self.pixels(encoder.text("Resolution", "Width")),
            height: Self.pixels(encoder.text("Resolution", "Height")),
            rate: encoder.text("RateControl", "FrameRateLimit").flatMap(Double.init).flatMap {
                (0.01...1_000).contains($0) ? $0 : nil
            },
            location: location)
    }

    private static func pixels(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
}
