// SPDX-License-Identifier: Apache-2.0
package import GStreamer
import Media
package import Wire

/// Why a capture failed.
package enum CaptureError: Error, Equatable, CustomStringConvertible {
    /// No frame came out of `encoded` in time.
    case noFrame(pipeline: String, seconds: Int, isFirst: Bool)
    /// The encoder sends pictures out of order.
    case reordering(pipeline: String, encoder: String)
    /// The encoder refreshes pictures in parts, and sends no key frames.
    case noKeyFrames(pipeline: String, encoder: String)
    /// A network camera cannot be reached, has no such stream, or refuses user and password; the address has no password.
    case refused(pipeline: String, address: String, Diagnostic.Resource)
    /// The file that is to be played is not there.
    case noFile(pipeline: String, path: String)
    /// Another program streams from the camera; its processes, as far as this user may know them.
    case inUse(pipeline: String, device: String, by: [DeviceUser])
    /// The stream of a network camera ended.
    case streamEnded(pipeline: String)
    /// A pipeline came to its end within a second of its first frame, or without one.
    case endedAtOnce(pipeline: String)
    /// The times of a network camera's pictures went back, by a number of ticks.
    case outOfOrder(pipeline: String, ticks: Int64)
    /// A network camera sends pictures that are predicted from later ones.
    case bipredicted(pipeline: String)
    /// The capture times went back by more than a second.
    case clockWentBack(pipeline: String)
    /// A number of pictures in a row could not be read; `last` is the error of the last one.
    case damagedPictures(pipeline: String, pictures: Int, last: String)
    /// `encoded` delivers neither H.264 as a byte stream nor JPEG.
    case unusable(pipeline: String, caps: String)

    /// `auto`, and no camera is plugged in.
    case noCamera
    /// `auto`, and the camera has no mode that this machine can record.
    case noMode(String)

    package var description: String {
        switch self {
        case .noCamera:
            "no camera is plugged in, so that `auto` has nothing to choose: `longshot cameras` lists all, also those on the network"
        case .noMode(let path):
            "\(path) has no mode that this machine can record as it comes: choose one of `longshot cameras` with "
                + "--capture v4l2-h264 --set format.caps=…"
        case .noFrame(let pipeline, let seconds, true):
            "pipeline \"\(pipeline)\" gave no frame within \(seconds) s: is the camera in use or asleep?"
        case .noFrame(let pipeline, let seconds, false):
            "pipeline \"\(pipeline)\" has given no frame for \(seconds) s and says no error: it is started anew"
        case .reordering(let pipeline, let encoder):
            "pipeline \"\(pipeline)\": \(encoder) sends pictures out of order (B-frames), which cannot be recorded "
                + "frame by frame: set bframes=0 (or tune=zerolatency) on it"
        case .noKeyFrames(let pipeline, let encoder):
            "pipeline \"\(pipeline)\": \(encoder) sends no key frames (periodic intra refresh), so that no recording can "
                + "begin: set intra-refresh=false on it, or the setting of that name in its option-string or extra-controls"
        case .refused(let pipeline, let address, .notAuthorized):
            "pipeline \"\(pipeline)\": the camera at \(address) refuses this user or password: set server.user-id, and "
                + "server.user-pw=@FILE with a file that holds the password"
        case .refused(let pipeline, let address, .notFound):
            "pipeline \"\(pipeline)\": the camera has no stream \(address): check the path in server.location"
        case .refused(let pipeline, let address, .notOpened):
            "pipeline \"\(pipeline)\": no camera answers at \(address): is it switched on, and is "
                + "server.location its address (rtsp://… or http://…)?"
        case .noFile(let pipeline, let path):
            "pipeline \"\(pipeline)\": there is no file \(path): say which one is to be played with --set source.location=FILE"
        case .inUse(let pipeline, let device, let users):
            "pipeline \"\(pipeline)\": \(device) is used by "
                + (users.isEmpty
                    ? "a program of another user: sudo longshot doctor says which one"
                    : users.map(\.description).joined(separator: " and by ")
                        + ": end it, or choose another camera with camera.device=…")
        case .streamEnded(let pipeline):
            "pipeline \"\(pipeline)\": the camera has ended its stream: it is asked again"
        case .endedAtOnce(let pipeline): "pipeline \"\(pipeline)\" comes to its end at once"
        case .outOfOrder(let pipeline, let ticks):
            "pipeline \"\(pipeline)\": the times of the camera's pictures went back by "
                + "\(Double(Tick(rawValue: ticks).nanoseconds / 1_000) / 1_000) ms: it is asked again"
        case .bipredicted(let pipeline):
            "pipeline \"\(pipeline)\": the camera sends B-frames, which come out of order and cannot be recorded frame by frame: "
                + "switch them off in its settings, or choose the Baseline profile there"
        case .clockWentBack(let pipeline):
            "pipeline \"\(pipeline)\": the times of the camera's pictures went back by more than a second: it is started anew"
        case .damagedPictures(let pipeline, let pictures, let last):
            "pipeline \"\(pipeline)\": \(pictures) pictures in a row cannot be read, and it is started anew. The last one: "
                + last
        case .unusable(let pipeline, let caps):
            "pipeline \"\(pipeline)\": `encoded` gives \(caps); it must give image/jpeg, or video/x-h264 with "
                + "stream-format=byte-stream,alignment=au (put `h264parse config-interval=-1` before it)"
        }
    }

    /// Whether it is that a picture came with an earlier time than the one before.
    var isOutOfOrder: Bool {
        switch self {
        case .reordering, .outOfOrder: true
        default: false
        }
    }

    /// Whether a retry of the same text could help.
    var isTransient: Bool {
        switch self {
        case .noFrame, .clockWentBack, .damagedPictures, .refused, .inUse, .streamEnded, .endedAtOnce, .outOfOrder,
            .bipredicted:
            true
        default: false
        }
    }
}
