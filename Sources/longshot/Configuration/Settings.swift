// SPDX-License-Identifier: Apache-2.0
import Camera
import Logging
import Recorder
import SystemPackage
import Transfers
import Wire

/// All settings of nodes: the only place with their names, defaults, ranges and meanings.
///
/// Options, environment variables, the file, errors and the tables of `docs/reference` are derived from it.
struct Settings: Sendable {
    static let table = Settings()
    /// The settings, in the order of their declarations.
    static let all = Mirror(reflecting: table).children.compactMap { $0.value as? any SettingRow }

    let name = Setting(
        "name", option: "name", .name, without: "the last name that it was given, or the host's name and the role",
        "What the node is called.")
    let logLevel = Setting(
        "log-level", option: "log-level", .choice, default: Logger.Level.info, "How much is logged.")
    let host = Setting(
        "host", option: "host", .address, default: "::",
        "The address to listen on; :: and 0.0.0.0 mean every address of this machine.")
    let discovery = Setting(
        "discovery", option: "discovery", .truth, default: true,
        "Announce the node on the local network and look for others.")
    let page = Setting("page", option: "page", .truth, default: true, "Serve a page for browsers.")
    let webCertificate = Setting(
        "web-certificate", option: "web-certificate", .text("a file"), without: "the node's own",
        "A certificate chain for the page, as PEM; needs the key too.")
    let webKey = Setting(
        "web-key", option: "web-key", .text("a file"), without: "the node's own",
        "The key of that certificate, as PEM.")
    let viewers = Setting(
        "viewers", .whole(in: 0...64), default: camera.viewers,
        "How many people may watch live at once, in browsers; 0 for nobody.")
    let filesFolder = Setting(
        "files.folder", .folder, without: "HOME/received", "The folder that files of peers go to.")
    let filesAsk = Setting(
        "files.ask", .truth, default: inbox.asks, "Let a person decide about each file of a peer.")
    let filesReserveBytes = Setting(
        "files.reserve-bytes", .bytes(in: 0...1_000_000_000_000_000_000), default: inbox.reserveBytes,
        "How much of the disk files of peers leave free.")

    let cameraPort = Setting(
        "camera.port", option: "port", .whole(in: 0...65_535), default: 5_664,
        "The TCP port to listen on; 0 for any.")
    let cameraPagePort = Setting(
        "camera.page-port", option: "page-port", .whole(in: 0...65_535), default: 5_680,
        "The TCP port of the page for browsers; 0 for any, as if the node's port is any.")
    let cameraCapture = Setting(
        "camera.capture", option: "capture", .text("a name, the path of a file, or auto"), default: camera.capture,
        "The capture pipeline; auto chooses what suits the camera that is plugged in.")
    let cameraSet = Setting(
        "camera.set", option: "set", .list(of: "element.property=value", example: "encoder.bitrate=6000"),
        default: camera.values,
        "Values for named elements of the capture pipeline; the option may be repeated.")
    let cameraRingBytes = Setting(
        "camera.ring-bytes", option: "ring-bytes", .bytes(in: 0...8_000_000_000, example: 48_000_000),
        without: "48MB, or 12MB on a machine with less than 1GB of memory",
        "Memory for the ring of raw frames that stills are taken from; 0 for none.")
    let cameraMake = Setting(
        "camera.make", .text("a text"), without: "Longshot", "Who made the camera, as photographs and exports say.")
    let cameraModel = Setting(
        "camera.model", .text("a text"), without: "what the camera calls itself",
        "What camera it is, as photographs and exports say.")
    let cameraAperture = Setting(
        "camera.aperture", .number(in: 0.5...256), without: "none", "The f-number of the lens, as photographs say.")
    let cameraFocalLength = Setting(
        "camera.focal-length", .number(in: 0.1...10_000, unit: "millimetres"), without: "none",
        "The focal length of the lens, as photographs say.")
    let cameraISOPerGain = Setting(
        "camera.iso-per-gain", .number(in: 0.001...10_000), without: "none",
        "What one step of the camera's gain is as ISO, if its maker or a measurement tells: photographs say ISO then.")
    let cameraOrientation = Setting(
        "camera.orientation", .choice, default: camera.orientation,
        "How photographs and exports are to be turned clockwise to be upright.")
    let cameraSpool = Setting(
        "camera.spool", option: "spool", .folder, without: "HOME/spool",
        "The folder of the ring of encoded footage. In memory (/dev/shm/…) it spares flash.")
    let cameraSpoolBytes = Setting(
        "camera.spool-bytes", .bytes(in: 16_000_000...1_000_000_000_000_000), default: camera.spoolBytes,
        "The size of that ring.")
    let cameraSpoolSeconds = Setting(
        "camera.spool-seconds", .time(in: 10...31_536_000, unit: "seconds", length: 1_000),
        default: camera.spoolSeconds,
        "How much footage the ring keeps that no recorder needs any more.")
    let cameraTorch = Setting(
        "camera.torch", .text("a folder of /sys/class/leds"), without: "none",
        "A light that the control torch lights.")
    let cameraScreen = Setting(
        "camera.screen", option: "screen", .text("screen, or a pipeline of your own"), without: "none",
        "Show the picture on a screen of this machine too.")

    let cameraNearby = Setting(
        "camera.nearby", option: "nearby", .truth, default: camera.isNearbyPermitted,
        "Let those who may see the picture ask where a tag is that they show to the camera.")

    let recorderPort = Setting(
        "recorder.port", option: "port", .whole(in: 0...65_535), default: 5_665,
        "The TCP port to listen on; 0 for any.")
    let recorderPagePort = Setting(
        "recorder.page-port", option: "page-port", .whole(in: 0...65_535), default: 5_681,
        "The TCP port of the page for browsers; 0 for any, as if the node's port is any.")
    let recorderCameras = Setting(
        "recorder.cameras", option: "camera",
        .list(of: "host:port", example: "192.168.1.20:5664") { (try? NodeAddress($0, defaultPort: 5_664)) != nil },
        default: recorder.cameras,
        "Where paired cameras may be found too; the option may be repeated.")
    let recorderContinuous = Setting(
        "recorder.continuous", option: "continuous", .truth, default: recorder.continuous,
        "Record each camera whenever it can be recorded.")
    let recorderBackfillRate = Setting(
        "recorder.backfill-rate", .bytes(in: 1_000...1_000_000_000_000, each: " per second"), without: "all",
        "How much of a camera's link the fetching of missed footage may take.")
    let recorderKeepBytes = Setting(
        "recorder.keep-bytes", .bytes(in: 16_000_000...1_000_000_000_000_000_000), without: "all",
        "How much the archive may take; the oldest footage goes first.")
    let recorderKeepHours = Setting(
        "recorder.keep-hours", .time(in: 1...1_000_000, unit: "hours", length: 3_600_000), without: "all",
        "How much footage of each camera is kept.")
    let recorderReserveBytes = Setting(
        "recorder.reserve-bytes", .bytes(in: 0...1_000_000_000_000_000_000), without: "0",
        "How much of the disk stays free; the oldest footage goes first.")
    let recorderTransport = Setting(
        "recorder.transport", option: "transport", .choice, default: recorder.transport,
        "How live video travels.")
    let recorderLatency = Setting(
        "recorder.latency-milliseconds", option: "latency", .milliseconds(in: 10...10_000),
        default: recorder.latencyMilliseconds,
        "The jitter budget: time to retransmit lost packets. 150ms covers 1 % loss, 300ms 5 %, 500ms 10 %; later frames "
            + "are fetched.")

    private static let camera = CameraSettings(home: "")
    private static let recorder = RecorderSettings(home: "")
    private static let inbox = InboxSettings(directory: "")
}
