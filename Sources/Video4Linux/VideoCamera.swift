// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A camera that is connected to this machine.
package struct VideoCamera: Sendable, Equatable {
    /// Its current path, such as `/dev/video0`, which can change when it is plugged in again.
    package let path: String
    /// Its description by the driver.
    package let capability: VideoCapability
    /// Identifies the camera: the same after it was unplugged, and another one for a second camera of the same model.
    ///
    /// Vendor, product and serial number of a USB device, if no other camera here has the same; otherwise its bus position.
    package let identity: String

    /// All cameras of this machine, in the order of their numbers.
    ///
    /// Leaves out cameras that this user cannot open; if there are no others, throws the error of the last one.
    package static func all(
        under folder: String = "/dev", describedIn system: String = "/sys/class/video4linux"
    ) throws(VideoDeviceError) -> [VideoCamera] {
        let (found, refused) = probe(under: folder, describedIn: system)
        if found.isEmpty, let last = refused.last { throw last }
        return found.map { one in
            let twins = found.filter { $0.serial == one.serial }
            return VideoCamera(
                path: one.path, capability: one.capability,
                identity: twins.count == 1 ? one.serial ?? one.capability.bus : one.capability.bus)
        }
    }

    /// The errors of the devices that `all` leaves out: this user must not open them, or they fail.
    package static func refused(under folder: String = "/dev") -> [VideoDeviceError] {
        probe(under: folder, describedIn: "").refused
    }

    private typealias Found = (path: String, capability: VideoCapability, serial: String?)

    private static func probe(
        under folder: String, describedIn system: String
    ) -> (found: [Found], refused: [VideoDeviceError]) {
        var found: [Found] = []
        var refused: [VideoDeviceError] = []
        for number in 0..<256 {
            let path = "\(folder)/video\(number)"
            guard access(path, F_OK) == 0 else { continue }
            do {
                let device = try VideoDevice(path: path)
                let serial = usbIdentity("\(system)/video\(number)/device")
                // A USB camera has a second device for its metadata, which captures no video.
                found.append((path, try device.capability(), serial))
            } catch .noCamera {
                continue
            } catch {
                refused.append(error)
            }
        }
        return (found, refused)
    }

    /// The camera at a path, which may be a symbolic link.
    package static func at(_ path: String) throws(VideoDeviceError) -> VideoCamera {
        guard let resolved = realpath(path, nil) else { throw .gone(path) }
        defer { free(resolved) }
        let plain = String(cString: resolved)
        guard let camera = try all().first(where: { $0.path == plain }) else {
            // It may not be a camera, or not be accessible: opening it throws the reason.
            let capability = try VideoDevice(path: plain).capability()
            return VideoCamera(path: plain, capability: capability, identity: capability.bus)
        }
        return camera
    }

    /// Vendor, product and serial number, from the files of the USB device of an interface.
    private static func usbIdentity(_ interface: String) -> String? {
        guard let vendor = line(of: "\(interface)/../idVendor"), let product = line(of: "\(interface)/../idProduct"),
            let serial = line(of: "\(interface)/../serial"), !serial.isEmpty
        else { return nil }
        return "usb-\(vendor)-\(product)-\(serial)"
    }

    private static func line(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var room = [CChar](repeating: 0, count: 256)
        guard fgets(&room, CInt(room.count), file) != nil else { return nil }
        let bytes = room.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}
