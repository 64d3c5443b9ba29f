// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import Wire

/// Pins the JSON text of each value that is exchanged between versions, byte for byte.
@Suite("JSON of the values that travel")
struct GoldenTests {
    static let capture: CaptureState = {
        var capture = CaptureState(pipeline: "test")
        (capture.phase, capture.epoch, capture.codec) = (.running, 7, "h264")
        (capture.width, capture.height, capture.nominalInterval) = (1_920, 1_080, 3_000)
        (capture.openSequence, capture.utcAtTickZero, capture.uncertainty) = (
            42, 1_795_233_600_000_000_001, 250
        )
        return capture
    }()
    static let captureText = """
        {"began":"camera-restarted","codec":"h264","epoch":7,"height":1080,"nominalInterval":3000,"openSequence":42,\
        "phase":"running","pipeline":"test","uncertainty":250,"utcAtTickZero":1795233600000000001,"width":1920}
        """
    static let gap = GapDescription(
        epoch: 7, firstTick: 1, lastTick: 6_001, frames: 3, reason: "driver-dropped")
    static let gapText = #"{"epoch":7,"firstTick":1,"frames":3,"lastTick":6001,"reason":"driver-dropped"}"#
    static let fragment = FragmentAnnouncement(
        epoch: 7, sequence: 41, segment: 2, base: 100, initDigest: "ab", codec: "h264", width: 1_920,
        height: 1_080,
        firstTick: 200, lastTick: 300, nominalInterval: 3_000, frames: 30, bytes: 1_048_211, sha256: "cd",
        isSync: true,
        captured: 33, spooled: true, gaps: [gap])
    static let fragmentText = """
        {"base":100,"bytes":1048211,"captured":33,"codec":"h264","epoch":7,"firstTick":200,"frames":30,\
        "gaps":[\(gapText)],"height":1080,"initDigest":"ab","isSync":true,"lastTick":300,"nominalInterval":3000,\
        "segment":2,"sequence":41,"sha256":"cd","spooled":true,"width":1920}
        """
    static let still = Still(
        id: "s1", job: "j1", name: "front/door.jpg", camera: "c1", type: "image/jpeg", width: 4, height: 3,
        bytes: 9,
        sha256: "ef", askedAt: 5, shownAt: 4, tick: -1, epoch: 7, skew: -1, uncertainty: 2, clamped: false,
        source: .hardwareJPEG, save: .both, recipients: ["r1"])
    static let stillText = """
        {"askedAt":5,"bytes":9,"camera":"c1","clamped":false,"epoch":7,"height":3,"id":"s1","job":"j1",\
        "name":"front/door.jpg","recipients":["r1"],"save":"both","sha256":"ef","shownAt":4,"skew":-1,"source":"hardware-jpeg","tick":-1,\
        "type":"image/jpeg","uncertainty":2,"width":4}
        """
    static let job: StillJob = {
        var job = StillJob(id: "j1", count: 2, secondsLeft: 3)
        job.add("s1")
        return job
    }()
    static let jobText =
        #"{"count":2,"id":"j1","phase":"countdown","secondsLeft":3,"skipped":0,"stills":["s1"],"taken":1}"#
    static let control = CameraControl(
        key: "power-line", raw: "power_line_frequency", kind: .choice, value: .number(1), standard: .number(0),
        choices: [.init(value: 0, name: "off"), .init(value: 1, name: "50 Hz")], isAutomatic: true, isKept: true)
    static let controlText = """
        {"choices":[{"name":"off","value":0},{"name":"50 Hz","value":1}],"isAutomatic":true,"isInactive":false,\
        "isKept":true,"isReadOnly":false,"key":"power-line","kind":"choice","raw":"power_line_frequency",\
        "standard":0,"value":1}
        """
    static let recordingControl: RecordingControl = {
        var report = RecordingReport(startedAt: 5, answers: "q1", problem: "no")
        report.recorder = "r1"
        var control = RecordingControl()
        (control.request, control.recorders) = (RecordingSwitch(id: "q2", isOn: true, pressedAt: 3), [report])
        return control
    }()
    static let counters: FrameCounters = {
        var counters = FrameCounters()
        (counters.captured, counters.encoded, counters.spooled) = (9, 8, 7)
        (counters.received, counters.persisted, counters.decodable, counters.missing) = (6, 5, 4, 3)
        return counters
    }()
    static let countersText =
        #"{"captured":9,"decodable":4,"encoded":8,"missing":3,"persisted":5,"received":6,"spooled":7}"#
    static let recording: RecordingDescription = {
        var recording = RecordingDescription(
            id: "r1", camera: "c1", cameraName: "front \"door\"", transport: .tcp, state: .stopping,
            startedAt: 1)
        (recording.frames, recording.gaps, recording.segments) = (counters, [gap], ["/a/b.mp4"])
        recording.cameraRevokedAt = 8
        return recording
    }()
    static let recordingText = """
        {"bytes":0,"camera":"c1","cameraName":"front \\"door\\"","cameraRevokedAt":8,"duration":0,"frames":\(countersText),\
        "gaps":[\(gapText)],"id":"r1","isLocked":false,"segments":["/a/b.mp4"],"startedAt":1,"state":"stopping","transport":"tcp"}
        """
    static let transfer: TransferProgress = {
        var transfer = TransferProgress(
            id: "s1", kind: .still, name: "a.jpg", peer: "c1", total: 9, sha256: "ef")
        (transfer.phase, transfer.bytes, transfer.milliseconds, transfer.path, transfer.shownAt) = (
            .received, 9, 41.5, "/a.jpg", 7
        )
        transfer.begin = SeenFrame(epoch: 2, tick: 3)
        return transfer
    }()
    static let transferText = """
        {"begin":{"epoch":2,"tick":3},"bytes":9,"id":"s1","kind":"still","milliseconds":41.5,"name":"a.jpg","path":"/a.jpg","peer":"c1",\
        "phase":"received","sha256":"ef","shownAt":7,"total":9}
        """
    static let link: CameraLinkState = {
        var link = CameraLinkState(address: "127.0.0.1:5664")
        (link.phase, link.reason, link.lostSince) = (.lost, "gone", 7)
        (link.revokedAt, link.revokedByPeerAt) = (8, 9)
        return link
    }()
    static let linkText = """
        {"address":"127.0.0.1:5664","lostSince":7,"phase":"lost","reason":"gone","revokedAt":8,"revokedByPeerAt":9}
        """

    static let series = MomentSeries(
        id: "m1", at: 7, of: MomentRequest(timerSeconds: 3, count: 2, everyMilliseconds: 500),
        by: [
            MomentSeries.Camera(camera: "c1", name: "door", job: StillJob(id: "j1", count: 2, secondsLeft: 3)),
            MomentSeries.Camera(camera: "c2", name: "gate", problem: "away"),
        ])

    /// Checks that the value encodes to this text, and that the text decodes to the value.
    func check<Value: Codable & Equatable>(
        _ value: Value, _ text: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(String(decoding: try JSON.encode(value), as: UTF8.self) == text, sourceLocation: location)
        #expect(try JSON.decode(Value.self, from: Data(text.utf8)) == value, sourceLocation: location)
        let pretty = try JSON.encode(value, pretty: true)
        #expect(try JSON.decode(Value.self, from: pretty) == value, sourceLocation: location)
        #expect(pretty.contains(UInt8(ascii: "\n")), sourceLocation: location)
    }

    @Test("Nodes")
    func nodes() throws {
        try check(
            NodeDescription(id: "k", name: "n", role: .recorder, version: "1", capabilities: ["stills"]),
            #"{"capabilities":["stills"],"id":"k","name":"n","role":"recorder","version":"1"}"#)
        try check(ClockReading(monotonic: 1 << 62, utc: -1), #"{"monotonic":4611686018427387904,"utc":-1}"#)
        try check(
            NodeState(), #"{"cameras":[],"health":"green","live":[],"peers":[],"reasons":[],"recordings":[]}"#)
        var state = NodeState()
        (state.health, state.reasons, state.live) = (.red, ["why"], ["l1"])
        (state.capture, state.counters) = (Self.capture, Self.counters)
        (state.recordings, state.cameras) = ([Self.recording], [Self.link])
        state.disk = DiskState(free: 1, total: 3, reserve: 2)
        (state.viewers, state.recovery, state.ranging) = (ViewerCount(count: 1, limit: 8), ["cut"], 2)
        try check(
            state,
            """
            {"cameras":[\(Self.linkText)],"capture":\(Self.captureText),"counters":\(Self.countersText),\
            "disk":{"free":1,"reserve":2,"total":3},"health":"red",\
            "live":["l1"],"peers":[],"ranging":2,"reasons":["why"],"recordings":[\(Self.recordingText)],\
            "recovery":["cut"],"viewers":{"count":1,"limit":8}}
            """)
        try check(Self.counters, Self.countersText)
        try check(
            FootageTimeline(
                id: "r", camera: "c", cameraName: "n",
                parts: [
                    FootageTimeline.Part(
                        from: 1, to: 2, recorderFrom: 11, recorderTo: 12, origin: .backfilled, epoch: 3, firstTick: 4,
                        lastTick: 5, frames: 6, bytes: 7,
                        format: "ab", codec: "h264", width: 640, height: 360)
                ], gaps: [FootageTimeline.Hole(from: 8, to: 9, reason: "link", frames: 10)]),
            """
            {"camera":"c","cameraName":"n","gaps":[{"frames":10,"from":8,"reason":"link","to":9}],"id":"r","parts":[\
            {"bytes":7,"codec":"h264","epoch":3,"firstTick":4,"format":"ab","frames":6,"from":1,"height":360,"lastTick":5,\
            "origin":"backfilled","recorderFrom":11,"recorderTo":12,"to":2,"width":640}]}
            """)
        try check(NeighbouringFrames(previous: 1, shown: 2, next: 3), "{\"next\":3,\"previous\":1,\"shown\":2}")
        try check(
            Problem("x", status: 418, title: "t", detail: "d"),
            #"{"detail":"d","status":418,"title":"t","type":"tag:longshot,2026:x"}"#)
        var missing = Problem("x", status: 404, title: "t", detail: "d")
        missing.missing = MissingMoment(reason: "not-encoded", before: 5, after: 6)
        try check(
            missing,
            """
            {"detail":"d","missing":{"after":6,"before":5,"reason":"not-encoded"},"status":404,"title":"t",\
            "type":"tag:longshot,2026:x"}
            """)
    }

    @Test("Live video")
    func live() throws {
        try check(
            LiveRequest(
                transport: .udp, mediaPort: 1, controlPort: 2, ssrc: .max, retransmissionSSRC: 3,
                firstSequenceNumber: 4, latencyMilliseconds: 200, cipher: "aes-256-gcm",
                mediaKey: Confidential("QQ=="), feedbackSSRC: 5, feedbackKey: Confidential("Qg==")),
            """
            {"cipher":"aes-256-gcm","controlPort":2,"feedbackKey":"Qg==","feedbackSSRC":5,"firstSequenceNumber":4,\
            "latencyMilliseconds":200,"mediaKey":"QQ==","mediaPort":1,"retransmissionSSRC":3,"ssrc":4294967295,\
            "transport":"udp"}
            """)
        try check(
            LiveRequest(
                transport: .tcp, mediaPort: 1, controlPort: 0, ssrc: 2, retransmissionSSRC: 3,
                firstSequenceNumber: 4, latencyMilliseconds: 200, cipher: "aes-256-gcm",
                mediaKey: Confidential("QQ==")),
            """
            {"cipher":"aes-256-gcm","controlPort":0,"feedbackSSRC":0,"firstSequenceNumber":4,\
            "latencyMilliseconds":200,"mediaKey":"QQ==","mediaPort":1,"retransmissionSSRC":3,"ssrc":2,\
            "transport":"tcp"}
            """)
        try check(
            LiveSession(id: "l", epoch: 1, nextSequence: 2, codec: "jpeg", feedbackPort: 0),
            #"{"codec":"jpeg","epoch":1,"feedbackPort":0,"id":"l","nextSequence":2}"#)
        try check(LiveEnd(epoch: 1, lastSequence: 2), #"{"epoch":1,"lastSequence":2}"#)
    }

    @Test("Footage")
    func footage() throws {
        try check(Self.gap, Self.gapText)
        try check(Self.fragment, Self.fragmentText)
        try check(Self.capture, Self.captureText)
        var returned = Self.capture
        returned.returnedFrom = PipelineReturn(pipeline: "new", reason: "no frame came", at: 1_795_233_600)
        let left = #"{"at":1795233600,"pipeline":"new","reason":"no frame came"}"#
        try check(
            returned,
            Self.captureText.replacing(#""uncertainty""#, with: #""returnedFrom":\#(left),"uncertainty""#))
        var epoch = EpochDescription(epoch: 7, began: "capture-failed", utcAtTickZero: 5, uncertainty: 6)
        (epoch.make, epoch.model, epoch.orientation, epoch.firstTick) = ("M", "3", "180", 4)
        try check(
            epoch,
            """
            {"began":"capture-failed","epoch":7,"firstTick":4,"make":"M","model":"3","orientation":"180","uncertainty":6,"utcAtTickZero":5}
            """)
        try check(
            FootageManifest(
                fragments: [Self.fragment],
                epochs: [EpochDescription(epoch: 7, began: "capture-failed", utcAtTickZero: 5, uncertainty: 6)],
                capture: Self.capture, more: true),
            """
            {"capture":\(Self.captureText),"epochs":[{"began":"capture-failed","epoch":7,"uncertainty":6,"utcAtTickZero":5}],\
            "fragments":[\(Self.fragmentText)],"more":true}
            """)
        try check(
            FootageAcknowledgement(epoch: 1, through: 3, session: "l"),
            #"{"epoch":1,"isFinal":false,"session":"l","through":3}"#)
    }

    @Test("Stills and files")
    func stills() throws {
        try check(
            StillRequest(
                pressedAt: 1, pressUncertainty: 2, timerSeconds: 3, count: 4, everyMilliseconds: 5,
                save: .recorder, format: .png, seen: SeenFrame(epoch: 7, tick: 8), whenBusy: .refuse,
                bracket: Bracket(control: "exposure", values: [.text("1/200"), .number(0.02)]), at: 9, tolerance: 10),
            """
            {"at":9,"bracket":{"control":"exposure","values":["1/200",0.02]},"count":4,"everyMilliseconds":5,"format":"png","pressUncertainty":2,"pressedAt":1,"recipients":[],\
            "save":"recorder","seen":{"epoch":7,"tick":8},"timerSeconds":3,"tolerance":10,"whenBusy":"refuse"}
            """)
        try check(
            StillRequest(),
            """
            {"count":1,"everyMilliseconds":0,"format":"jpeg","recipients":[],"save":"camera","timerSeconds":0,\
            "whenBusy":"queue"}
            """)
        var shutter = ShutterState()
        (shutter.source, shutter.width, shutter.height) = (.nextFrame, 4, 3)
        (shutter.frames, shutter.bytes, shutter.reach) = (1, 2, 3)
        (shutter.jobs, shutter.busy) = ([Self.job], ["why"])
        try check(
            shutter,
            """
            {"busy":["why"],"bytes":2,"frames":1,"height":3,"jobs":[\(Self.jobText)],"reach":3,"source":"next-frame",\
            "width":4}
            """)
        try check(Self.job, Self.jobText)
        var series = StillJob(id: "j2", count: 30, secondsLeft: 0)
        for number in [12, 10, 11] + Array(13...39) { series.add("\(number)") }
        #expect(series.stills == (10...39).map(String.init) && series.taken == 30)
        #expect(series.announced.stills == (24...39).map(String.init) && series.announced.taken == 30)
        try check(Self.still, Self.stillText)
        try check(Self.transfer, Self.transferText)
        try check(FileOffer(name: "a", bytes: 1, sha256: "ef"), #"{"bytes":1,"name":"a","sha256":"ef"}"#)
        try check(SendRequest(files: ["a", "b"], to: "k3v9q2"), #"{"files":["a","b"],"to":"k3v9q2"}"#)
        try check(SendChange(isPaused: true), #"{"isPaused":true}"#)
        try check(FileDecision(accept: true), #"{"accept":true}"#)
        try check(FileDecision(accept: false, reason: "no"), #"{"accept":false,"reason":"no"}"#)
    }

    @Test("Pipelines and recordings")
    func others() throws {
        try check(
            PipelineDescription(
                name: "n", category: "capture", origin: "shipped", summary: "s", active: true),
            #"{"active":true,"category":"capture","name":"n","origin":"shipped","summary":"s"}"#)
        try check(
            PipelineDescription(
                name: "n", category: "capture", origin: "user", summary: "s", active: true, leftOut: ["e.p"],
                configured: ["f.q"]),
            #"{"active":true,"category":"capture","configured":["f.q"],"leftOut":["e.p"],"name":"n","origin":"user","summary":"s"}"#
        )
        try check(
            PipelineProperty(name: "e.p", value: "8", standard: "4", unit: "kbit/s", range: "r", summary: "s"),
            #"{"name":"e.p","range":"r","standard":"4","summary":"s","unit":"kbit/s","value":"8"}"#)
        try check(PipelineChange(set: ["e.p": "8"]), #"{"set":{"e.p":"8"}}"#)
        try check(RecordingRequest(), "{}")
        try check(
            RecordingRequest(
                camera: "c", transport: .tcp, latencyMilliseconds: 20, beforeMilliseconds: 5, pressedAt: 6),
            #"{"beforeMilliseconds":5,"camera":"c","latencyMilliseconds":20,"pressedAt":6,"transport":"tcp"}"#)
        try check(RecordingChange(state: .stopped), #"{"state":"stopped"}"#)
        try check(RecordingChange(isLocked: true), #"{"isLocked":true}"#)
        try check(
            ControlSheet(
                device: CameraDevice(path: "/dev/video0", name: "Cam", driver: "uvcvideo", identity: "d1"),
                controls: [Self.control], presets: ["in"], waiting: ["gain": "why"]),
            """
            {"controls":[\(Self.controlText)],"device":{"driver":"uvcvideo","identity":"d1","name":"Cam",\
            "path":"/dev/video0"},"presets":["in"],"waiting":{"gain":"why"}}
            """)
        try check(
            ControlChange(
                use: "in", reset: ["*"], set: ["a": .truth(true), "b": .number(0.5), "c": .text("auto")], save: "out",
                forget: "old"),
            #"{"forget":"old","reset":["*"],"save":"out","set":{"a":true,"b":0.5,"c":"auto"},"use":"in"}"#)
        try check(Self.recording, Self.recordingText)
        try check(Self.link, Self.linkText)
    }

    static let events: [(Event, String, String)] = [
        (.capture(capture), "capture", captureText), (.fragment(fragment), "fragment", fragmentText),
        (.stillJob(job), "still-job", jobText), (.still(still), "still", stillText),
        (.recording(recording), "recording", recordingText), (.transfer(transfer), "transfer", transferText),
        (.cameraLink(link), "camera-link", linkText),
        (
            .peer(PeerLinkState(peer: "p1", name: "attic", phase: .lost, reason: "revoked", revokedAt: 9, epoch: 3)),
            "peer",
            #"{"epoch":3,"name":"attic","peer":"p1","phase":"lost","reason":"revoked","revokedAt":9}"#
        ),
        (
            .controls(ControlUpdate(device: "d1", controls: [control], presets: ["in"], by: "kim")), "controls",
            #"{"by":"kim","controls":[\#(controlText)],"device":"d1","presets":["in"]}"#
        ),
        (
            .recordingControl(recordingControl), "recording-control",
            #"{"recorders":[{"answers":"q1","problem":"no","recorder":"r1","startedAt":5}],"request":{"id":"q2","isOn":true,"pressedAt":3}}"#
        ),
        (
            .momentSeries(series), "moment-series",
            """
            {"at":7,"cameras":[{"camera":"c1","job":{"count":2,"id":"j1","phase":"countdown","secondsLeft":3,"skipped":0,\
            "stills":[],"taken":0},"name":"door"},{"camera":"c2","name":"gate","problem":"away"}],"count":2,\
            "everyMilliseconds":500,"id":"m1","moments":[],"phase":"countdown","secondsLeft":3}
            """
        ),
    ]

    @Test("An event is its kind and its payload, on one line", arguments: events)
    func event(event: Event, kind: String, text: String) throws {
        #expect(event.kind == kind)
        let payload = try event.payload()
        #expect(String(decoding: payload, as: UTF8.self) == text)
        #expect(!payload.contains(UInt8(ascii: "\n")))
        #expect(try Event(kind: kind, payload: payload) == event)
        #expect(throws: DecodingError.self) { try Event(kind: kind, payload: Data("[]".utf8)) }
    }

    @Test("A kind of the future is no error")
    func future() throws {
        #expect(try Event(kind: "of-the-future", payload: Data()) == nil)
    }

    @Test("Fields of the future are ignored, values of the future are not")
    func compatibility() throws {
        #expect(
            try JSON.decode(LiveEnd.self, from: Data(#"{"epoch":1,"lastSequence":2,"new":[]}"#.utf8)).epoch
                == 1)
        #expect(throws: DecodingError.self) {
            try JSON.decode(RecordingChange.self, from: Data(#"{"state":"paused"}"#.utf8))
        }
    }
}
