// SPDX-License-Identifier: Apache-2.0
package import FoundationEssentials

/// The encoding of messages: JSON with sorted keys, so that equal values are equal bytes.
package enum JSON {
    /// Encodes a value.
    package static func encode(_ value: some Encodable, pretty: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty
            ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The limit of values in a text, because nothing but brackets takes the decoder up to fifty times the memory of the text.
    ///
    /// The accounts of 50,000 epochs, the longest list in one text, have 1,500,000.
    package static let partLimit = 2_000_000

    /// Decodes a value.
    ///
    /// Throws for text with more than `partLimit` commas, colons and opening brackets, those in strings included.
    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        if data.count > partLimit, data.count(where: isBetweenParts) > partLimit {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "It has more than \(partLimit) values."))
        }
        return try JSONDecoder().decode(type, from: data)
    }

    private static func isBetweenParts(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    }
}

extension Event {
    /// The payload as one line of JSON.
    package func payload() throws -> Data {
        switch self {
        case .capture(let value): try JSON.encode(value)
        case .fragment(let value): try JSON.encode(value)
        case .stillJob(let value): try JSON.encode(value)
        case .still(let value): try JSON.encode(value)
        case .recording(let value): try JSON.encode(value)
        case .transfer(let value): try JSON.encode(value)
        case .cameraLink(let value): try JSON.encode(value)
        case .peer(let value): try JSON.encode(value)
        case .controls(let value): try JSON.encode(value)
        case .recordingControl(let value): try JSON.encode(value)
        case .momentSeries(let value): try JSON.encode(value)
        }
    }

    /// Reads an event; nil for a kind that this version does not know.
    package init?(kind: String, payload: Data) throws {
        switch kind {
        case "capture": self = .capture(try JSON.decode(CaptureState.self, from: payload))
        case "fragment": self = .fragment(try JSON.decode(FragmentAnnouncement.self, from: payload))
        case "still-job": self = .stillJob(try JSON.decode(StillJob.self, from: payload))
        case "still": self = .still(try JSON.decode(Still.self, from: payload))
        case "recording": self = .recording(try JSON.decode(RecordingDescription.self, from: payload))
        case "transfer": self = .transfer(try JSON.decode(TransferProgress.self, from: payload))
        case "camera-link": self = .cameraLink(try JSON.decode(CameraLinkState.self, from: payload))
        case "peer": self = .peer(try JSON.decode(PeerLinkState.self, from: payload))
        case "controls": self = .controls(try JSON.decode(ControlUpdate.self, from: payload))
        case "recording-control": self = .recordingControl(try JSON.decode(RecordingControl.self, from: payload))
        case "moment-series": self = .momentSeries(try JSON.decode(MomentSeries.self, from: payload))
        default: return nil
        }
    }
}
