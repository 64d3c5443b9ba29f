// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Media
import NetworkCameras
import Pipelines
import Transfers
import Trust
import Viewing
import Wire

@testable import ControlClient
@testable import ControlServer
@testable import Discovery
@testable import Footage

/// A parser of bytes from outside: first those of strangers, then those of peers, then those of users' files.
///
/// A parser must return a value or throw. A trap is a finding, and so is a value that its own text does not reproduce.
enum FuzzTarget: String, CaseIterable {
    /// The link in a QR code.
    case pairingLink = "pairing-link"
    /// Text that users type: codes, addresses, names, ids.
    case typed
    /// The bodies at the pairing port.
    case pairingMessage = "pairing-message"
    /// A certificate in a handshake.
    case certificate
    /// The TXT record of a service on the network.
    case announcement
    /// The answer of a camera on the network to a search, or to a question.
    case networkCamera = "network-camera"
    /// The bodies at the node port and the page port.
    case control
    /// The answers and events of a node, as clients decode them; the first byte chooses the type.
    case answer
    /// Fields of requests and answers: ranges, digests, escapes.
    case fields
    /// A stream of events.
    case events
    /// Init segments and fragments from a camera.
    case fragment
    /// Access units and pictures from the depayloader, and the files of stills.
    case picture
    /// A pipeline file.
    case pipeline

    /// The id of the search in the sample.
    static let search = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

    /// Parses the bytes in every way of this target.
    func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .pairingLink:
            guard let link = try? PairingLink(text) else { return }
            precondition((try? PairingLink(link.text))?.text == link.text)
        case .typed:
            if let code = try? PairingCode(text) { precondition((try? PairingCode(code.grouped))?.text == code.text) }
            if let address = try? PeerAddress(text) { precondition((try? PeerAddress("\(address)")) == address) }
            if let id = try? NodeID(text) { precondition((try? NodeID(id.text)) == id) }
            _ = try? PeerName(text)
            let name = PeerFileName(text).text
            precondition(!name.isEmpty && !name.utf8.contains(UInt8(ascii: "/")) && name != "." && name != "..")
            _ = try? NodeAddress(text, defaultPort: 1)
        case .pairingMessage:
            let data = Data(bytes)
            _ = try? PairingMessage.decode(PairingHello.self, from: data)
            _ = try? PairingMessage.decode(PairingProof.self, from: data)
            _ = try? PairingMessage.decode(PairingHelloAnswer.self, from: data)
            _ = try? PairingMessage.decode(PairingProofAnswer.self, from: data)
            _ = try? PairingMessage.decode(PairingVerdict.self, from: data)
        case .certificate:
            guard let certificate = try? PinnedCertificate(der: bytes) else { return }
            precondition(certificate.der == bytes)
        case .announcement:
            let strings = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0.prefix(255)) }
            _ = try? Advertisement(instance: text, port: bytes.count, text: strings)
        case .networkCamera:
            _ = try? XMLTree(bytes)
            _ = ProbeMatch.all(in: bytes, of: Self.search)
        case .control:
            readControl(Data(bytes))
        case .answer: readAnswer(bytes)
        case .fields:
            precondition(text.escaped().unicodeScalars.allSatisfy(\.isVisible))
            if case .part(let range) = ByteRange(text, size: 1_000) {
                precondition(range.lowerBound >= 0 && range.upperBound <= 1_000 && !range.isEmpty)
            }
            _ = PercentEncoding.decode(text[...])
            _ = ReprDigest(text)
        case .events:
            var whole = EventParser(limit: 1_000)
            var parts = EventParser(limit: 1_000)
            let middle = bytes.count / 2
            guard let once = try? whole.parse(bytes), let first = try? parts.parse(bytes[..<middle]),
                let second = try? parts.parse(bytes[middle...])
            else { return }
            precondition(once.count == first.count + second.count)
        case .fragment:
            _ = try? InitSegment(parsing: bytes)
            for base in [Bounds.Ticks.range.lowerBound, 0, Bounds.Ticks.range.upperBound] {
                guard let fragment = try? Fragment(parsing: bytes, base: Tick(rawValue: base)) else { continue }
                precondition(fragment.firstTick >= Tick(rawValue: base) && fragment.frames > 0)
            }
            for sample in (try? FragmentReader(bytes))?.samples ?? [] {
                precondition(bytes.indices.contains(sample.range.lowerBound) || sample.range.isEmpty)
                precondition(sample.range.upperBound <= bytes.count)
            }
        case .picture:
            for codec in [Codec.h264, .jpeg] {
                var assembler = AccessUnitAssembler(codec: codec)
                for part in bytes.split(separator: 0xFE) {
                    _ = try? assembler.push(Array(part), tick: Tick(rawValue: 0))
                }
                _ = assembler.flush()
            }
            _ = PictureFile.size(of: bytes)
            if let tiff = PictureFile.tiff(in: bytes) { _ = PictureFile.inserting(tiff, into: bytes) }
        case .pipeline:
            _ = PipelineFile(name: "fuzz", origin: .shipped, text: text).declarations
        }
    }

    fileprivate func readControl(_ data: Data) {
        func reads<Value: Decodable>(_ type: Value.Type) {
            _ = try? JSON.decode(type, from: data)
        }
        reads(SessionRequest.self)
        reads(LiveRequest.self)
        reads(StillRequest.self)
        reads(ControlChange.self)
        reads(RecordingRequest.self)
        reads(RecordingChange.self)
        reads(FileDecision.self)
        reads(SendRequest.self)
        reads(SendChange.self)
        reads(FileOffer.self)
        reads(FootageAcknowledgement.self)
        reads(PairingDecision.self)
        reads(PageLinkRequest.self)
        reads(Peer.self)
        reads(PeerEdit.self)
        reads(NodeState.self)
    }
}
