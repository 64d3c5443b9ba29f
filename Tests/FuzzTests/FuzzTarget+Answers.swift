// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Trust
import Wire

extension FuzzTarget {
    /// The JSON types that a client, a recorder or a command decodes.
    private static let readers: [@Sendable (Data) -> Void] = [
        reader(NodeDescription.self), reader(NodeState.self), reader(ClockReading.self), reader(SessionTicket.self),
        reader([Still].self), reader(StillJob.self), reader(ControlSheet.self), reader([PipelineDescription].self),
        reader([PipelineProperty].self),
        reader(FootageManifest.self), reader([EpochDescription].self), reader([FootageHold].self),
        reader(LiveSession.self), reader(LiveEnd.self), reader([RecordingDescription].self),
        reader(FootageTimeline.self), reader(NeighbouringFrames.self), reader([TransferProgress].self),
        reader([CameraLinkState].self),
        reader(Problem.self), reader(PairingReport.self), reader([BrowserSessionDescription].self),
        reader([Peer].self), reader(MomentReport.self), reader(MomentSeries.self),
    ]
    private static let kinds = [
        "capture", "fragment", "still-job", "still", "recording", "transfer", "camera-link", "peer", "controls",
        "recording-control", "moment-series",
    ]

    /// Decodes the bytes as the type that the first byte chooses; a decoded value must survive encoding and decoding.
    func readAnswer(_ bytes: [UInt8]) {
        guard let choice = bytes.first.map({ Int($0) % (Self.readers.count + Self.kinds.count) }) else { return }
        let data = Data(bytes.dropFirst())
        guard choice >= Self.readers.count else { return Self.readers[choice](data) }
        let kind = Self.kinds[choice - Self.readers.count]
        guard let event = (try? Event(kind: kind, payload: data)) ?? nil, let text = try? event.payload() else {
            return
        }
        precondition((try? Event(kind: kind, payload: text)) == event)
    }

    private static func reader<Value: Codable & Equatable & SendableMetatype>(_ type: Value.Type)
        -> @Sendable (Data) -> Void
    {
        { data in
            guard let value = try? JSON.decode(type, from: data), let text = try? JSON.encode(value) else { return }
            precondition((try? JSON.decode(type, from: text)) == value)
        }
    }

    /// Valid answers, each after the byte that chooses its reader.
    static let answers: [[UInt8]] = {
        let fragment = """
            {"base":100,"bytes":1048211,"captured":33,"codec":"h264","epoch":7,"firstTick":200,"frames":30,\
            "gaps":[{"epoch":7,"firstTick":1,"frames":3,"lastTick":6001,"reason":"driver-dropped","before":4}],\
            "height":1080,"initDigest":"ab","isSync":true,"lastTick":300,"nominalInterval":3000,"segment":2,\
            "sequence":41,"sha256":"cd","spooled":true,"width":1920,"total":99}
            """
        let capture = """
            {"began":"camera-restarted","codec":"h264","epoch":7,"height":1080,"nominalInterval":3000,\
            "openSequence":42,"phase":"running","pipeline":"test","uncertainty":250,"utcAtTickZero":179523360,"width":1920}
            """
        let epoch = """
            {"epoch":7,"began":"pipeline-changed","utcAtTickZero":5,"uncertainty":3,"id":"00ff","ended":"killed",\
            "lastSequence":9,"lastTick":-4,"captured":90,"nominalInterval":3000,"atMost":3,"make":"a","model":"b",\
            "orientation":"90","lost":[{"firstSequence":1,\
            "lastSequence":2,"firstTick":0,"lastTick":9,"before":0,"frames":60,"reason":"trimmed"}]}
            """
        let recording = """
            {"id":"r","camera":"c","cameraName":"n","transport":"udp","state":"recording","isLocked":false,"startedAt":9,\
            "duration":8,"bytes":7,"frames":{"captured":9,"encoded":9,"received":8,"persisted":9,"missing":0},"gaps":[],\
            "segments":["a"],"backlog":{"fragments":1,"bytes":2,"duration":3,"epoch":4,"sequence":5,"secondsLeft":6}}
            """
        let still = """
            {"askedAt":5,"bytes":9,"camera":"c1","clamped":false,"epoch":7,"height":3,"id":"s1","job":"j1","name":"a.jpg",\
            "recipients":["r1"],"save":"both","sha256":"ef","shownAt":4,"skew":-1,"source":"ring","tick":-1,\
            "type":"image/jpeg","uncertainty":2,"width":4}
            """
        let problem = #"{"type":"about:blank","title":"a","status":404,"detail":"b"}"#
        let transfer = """
            [{"id":"a","kind":"still","name":"b","peer":"c","phase":"received","bytes":1,"total":2,"sha256":"ef",\
            "milliseconds":4.5}]
            """
        let manifest = #"{"fragments":[\#(fragment)],"epochs":[\#(epoch)],"capture":\#(capture),"more":true}"#
        let texts: [(Int, String)] = [
            (2, #"{"monotonic":5,"utc":7}"#), (4, "[\(still)]"), (8, manifest), (9, "[\(epoch)]"),
            (13, "[\(recording)]"), (15, transfer), (17, problem), (readers.count, capture),
            (readers.count + 1, fragment), (readers.count + 3, still), (readers.count + 4, recording),
        ]
        return texts.map { [UInt8($0)] + Array($1.utf8) }
    }()
}
