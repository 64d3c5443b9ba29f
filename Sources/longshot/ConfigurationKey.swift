// SPDX-License-Identifier: Apache-2.0

/// The keys of `longshot.yaml`.
///
/// `docs/reference/configuration.md` has the same list; a test compares them.
enum ConfigurationKey: String, CaseIterable {
    case name = "name"
    case logLevel = "log-level"
    case host = "host"
    case discovery = "discovery"
    case page = "page"
    case webCertificate = "web-certificate"
    case webKey = "web-key"
    case viewers = "viewers"
    case filesFolder = "files.folder"
    case filesAsk = "files.ask"
    case filesReserveBytes = "files.reserve-bytes"
    case cameraPort = "camera.port"
    case cameraPagePort = "camera.page-port"
    case cameraCapture = "camera.capture"
    case cameraSet = "camera.set"
    case cameraRingBytes = "camera.ring-bytes"
    case cameraMake = "camera.make"
    case cameraModel = "camera.model"
    case cameraAperture = "camera.aperture"
    case cameraFocalLength = "camera.focal-length"
    case cameraISOPerGain = "camera.iso-per-gain"
    case cameraOrientation = "camera.orientation"
    case cameraSpool = "camera.spool"
    case cameraSpoolBytes = "camera.spool-bytes"
    case cameraSpoolSeconds = "camera.spool-seconds"
    case cameraTorch = "camera.torch"
    case cameraScreen = "camera.screen"
    case recorderPort = "recorder.port"
    case recorderPagePort = "recorder.page-port"
    case recorderCameras = "recorder.cameras"
    case recorderContinuous = "recorder.continuous"
    case recorderBackfillRate = "recorder.backfill-rate"
    case recorderKeepBytes = "recorder.keep-bytes"
    case recorderKeepHours = "recorder.keep-hours"
    case recorderReserveBytes = "recorder.reserve-bytes"
    case recorderTransport = "recorder.transport"
    case recorderLatency = "recorder.latency-milliseconds"

    /// Refuses a value that the node could not work with.
    func require<Value>(_ value: Value, in range: ClosedRange<Value>) throws {
        guard range.contains(value) else {
            throw ConfigurationError.badValue(
                key: rawValue, reason: "must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
    }

    /// The default, as it would stand in the file, and what the key means.
    var documentation: (value: String, meaning: String) {
        switch self {
        case .name: ("the host's name and the role", "what the node is called")
        case .logLevel: ("info", "trace, debug, info, notice, warning, error or critical")
        case .host: ("::", "the address to listen on; `::` and `0.0.0.0` mean every address of this machine")
        case .discovery: ("true", "false: neither announce the node on the local network nor look for others")
        case .page: ("true", "false: serve no page for browsers")
        case .webCertificate: ("the node's own", "a certificate chain for the page, as PEM")
        case .webKey: ("the node's own", "the key of that certificate, as PEM")
        case .viewers: ("8", "how many people may watch live at once, in browsers; 0: nobody")
        case .filesFolder: ("HOME/received", "the folder that files of peers go to")
        case .filesAsk: ("false", "true: a person decides about each file of a peer")
        case .filesReserveBytes: ("268435456", "how much of the disk files of peers leave free, in bytes")
        case .cameraPagePort: ("5680", "the TCP port of a camera box's page for browsers; 0 for any")
        case .recorderPagePort: ("5681", "the TCP port of a recorder's page for browsers; 0 for any")
        case .cameraPort: ("5664", "the TCP port of a camera box; 0 for any")
        case .cameraCapture: ("pattern", "the capture pipeline: a name, or the path of a file")
        case .cameraSet: ("[]", "values for named elements of the pipeline: a list of element.property=value")
        case .cameraRingBytes: ("48000000", "memory for the ring of raw frames that stills are taken from; 0: none")
        case .cameraMake: ("Longshot", "who made the camera, as photographs say")
        case .cameraModel: ("what the camera calls itself", "what camera it is, as photographs say")
        case .cameraAperture: ("none", "the f-number of the lens, as photographs say")
        case .cameraFocalLength: ("none", "the focal length of the lens in millimetres, as photographs say")
        case .cameraISOPerGain:
            (
                "none",
                "what one step of the camera's gain is as ISO, where its maker or a measurement tells: photographs say ISO then"
            )
        case .cameraOrientation:
            ("0", "how photographs are to be turned clockwise: 0, 90, 180, 270, mirrored, mirrored-90…")
        case .cameraSpool: ("HOME/spool", "the folder of the ring of encoded footage; in memory it spares flash")
        case .cameraSpoolBytes: ("2147483648", "size of that ring")
        case .cameraSpoolSeconds: ("900", "how much footage it keeps that no recorder needs any more, in seconds")
        case .cameraScreen: ("none", "the pipeline that shows the picture on a screen of this machine")
        case .cameraTorch: ("none", "a light, as a folder of /sys/class/leds; the control `torch` lights it")
        case .recorderPort: ("5665", "the TCP port of a recorder; 0 for any")
        case .recorderCameras: ("[]", "where paired cameras may be found too: a list of host:port")
        case .recorderContinuous: ("false", "true: record each camera whenever it can be")
        case .recorderBackfillRate: ("all", "what fetching may take of a camera's link, in bytes per second")
        case .recorderKeepBytes: ("all", "how much the archive may take, in bytes; the oldest footage goes first")
        case .recorderKeepHours: ("all", "how much footage of each camera is kept, in hours")
        case .recorderReserveBytes: ("0", "how much of the disk stays free, in bytes; the oldest footage goes first")
        case .recorderTransport: ("udp", "udp or tcp: how live video travels")
        case .recorderLatency: ("500", "the jitter budget: how long a lost packet may take to come again")
        }
    }
}
