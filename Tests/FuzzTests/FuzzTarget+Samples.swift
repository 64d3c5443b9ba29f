// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Trust

extension FuzzTarget {
    /// Valid input, from which mutations start.
    var samples: [[UInt8]] {
        switch self {
        case .certificate: Self.certificates
        case .fragment: [Self.box("ftyp", Self.word(0)) + Self.box("moov", Self.movie), Self.movieFragment]
        case .picture: [Self.byteStream, Self.image]
        case .answer: Self.answers
        default: texts.map { Array($0.utf8) }
        }
    }

    private var texts: [String] {
        let id = "ltjff6ym5cjsinx27dgncbajqg4j5zfnnop6tyvcw7trvlfsptjq"
        return switch self {
        case .pairingLink:
            [
                "longshot://pair?v=1&node=\(id)&name=front%20door&at=192.0.2.7:5690&at=%5B2001:db8::7%5D:5690"
                    + "&code=AAAQEAYEAUDAOCAJ"
            ]
        case .typed:
            ["AAAQ-EAYE-AUDA-OCAJ", "[2001:db8::7]:5664", "box.local:5664", "https://box.local", id, "Büro 🎥"]
        case .pairingMessage:
            [
                #"{"version":1,"commitment":"eSTOQbV/2bNNQaf8ylOIBTqaC5wHE88i11OI0oA4fVs=","name":"Büro","#
                    + #""role":"recorder","wants":["view","record"],"gives":["view"]}"#,
                #"{"nonce":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=","#
                    + #""mac":"zNupPTIc+531IMh3AsYSCcBEfps0TSmIhNH9yvFfvxo="}"#,
                #"{"state":"approved","granted":["view"],"given":["admin"],"port":5664}"#,
            ]
        case .announcement: ["v=1\0role=camera\0id=\(id)\0name=Büro\0pair=ioxy5p3m\0pairport=5690\0page=5680"]
        case .networkCamera:
            [
                "<s:Envelope xmlns:s=\"e\"><s:Header><RelatesTo>urn:uuid:\(Self.search)</RelatesTo></s:Header><s:Body>"
                    + "<d:ProbeMatches><d:ProbeMatch><EndpointReference><Address>urn:uuid:9</Address></EndpointReference>"
                    + "<d:Scopes>onvif://www.onvif.org/name/Front%20door</d:Scopes><d:XAddrs>http://192.0.2.7/a b</d:XAddrs>"
                    + "</d:ProbeMatch></d:ProbeMatches><![CDATA[x]]>&amp;<!-- y --></s:Body></s:Envelope>"
            ]
        case .control:
            [
                #"{"cipher":"aes-256-gcm","controlPort":2,"feedbackKey":"Qg==","feedbackSSRC":5,"latencyMilliseconds":9,"#
                    + #""firstSequenceNumber":4,"mediaKey":"QQ==","mediaPort":1,"retransmissionSSRC":3,"ssrc":7,"#
                    + #""transport":"udp"}"#,
                #"{"capabilities":["live-udp"],"epoch":7,"token":"AAAA"}"#,
                #"{"count":3,"interval":2,"delay":1,"type":"image/jpeg","quality":90,"recipients":["\#(id)"]}"#,
                #"{"camera":"\#(id)","transport":"tcp","name":"a","duration":9}"#,
                #"{"set":{"exposure":0.01,"gain":"auto","zoom":2},"reset":["focus"],"save":"a","use":"b"}"#,
                #"{"through":9,"isFinal":false,"epoch":7,"id":"\#(id)","name":"a","grants":["view"]}"#,
            ]
        case .fields:
            ["bytes=0-499", "bytes=-5", "bytes=9-", "a%20b%C3%BC", "sha-256=:\(String(repeating: "A", count: 43))=:"]
        case .events: ["\u{FEFF}: hello\r\nid: 7\nevent: peer\ndata: {}\ndata: x\rretry: 5\n\n"]
        case .pipeline:
            [
                "# capture  video\n#   camera  the source\nvideotestsrc name=camera num-buffers=3 ! video/x-raw,width=8\n"
                    + "! tee name=t t. ! queue ! ( x264enc tune=\"zero latency\" ) ! appsink name=frames t.src_1 ! fakesink"
            ]
        case .certificate, .fragment, .picture, .answer: []
        }
    }

    private static let certificates: [[UInt8]] = (try? NodeIdentity().certificate.der).map { [$0] } ?? []

    /// `moof` with one track of two samples, and `mdat` (ISO/IEC 14496-12 §8.8).
    private static let movieFragment: [UInt8] = {
        let header = box("mfhd", word(0) + word(1))
        let track = box("tfhd", word(0x02_0000) + word(1)) + box("tfdt", word(0x0100_0000) + word(0) + word(90))
        let run = word(0x0701) + word(2) + word(108) + (word(3_000) + word(4) + word(0x0200_0000)) * 2
        return box("moof", header + box("traf", track + box("trun", run))) + box("mdat", [UInt8](1...8))
    }()

    private static let movie = box("mvhd", [UInt8](repeating: 0, count: 100)) + box("trak", box("mdia", word(0)))

    /// Sequence and picture parameter sets, and the start of a key picture (H.264 Annex B).
    private static let byteStream: [UInt8] = [
        0, 0, 0, 1, 0x67, 0x42, 0xC0, 0x1E, 0xDA, 0x02, 0x80, 0xF6, 0x84, 0x00, 0x00, 0x03, 0x00, 0x04, 0, 0, 1, 0x68,
        0xCE, 0x3C, 0x80, 0, 0, 1, 0x65, 0x88, 0x84, 0x00, 0x10,
    ]

    /// The head of a JPEG file: quantization, frame, scan (ITU-T T.81 §B.2).
    private static let image: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](1...64)
        + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 0xFF, 0xD9]

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        word(body.count + 8) + Array(type.utf8) + body
    }

    private static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}

private func * (bytes: [UInt8], count: Int) -> [UInt8] { (0..<count).flatMap { _ in bytes } }
