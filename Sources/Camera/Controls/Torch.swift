// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// A kernel LED used as a light: a folder of `/sys/class/leds` with `brightness` and `max_brightness`.
struct Torch: Sendable {
    /// Its name among the controls.
    static let key = "torch"

    let folder: FilePath

    /// The light as a control in the kernel's steps; inactive if it cannot be read.
    func control() -> CameraControl {
        var control = CameraControl(
            key: Torch.key, raw: "led", kind: .number, minimum: 0, step: 1, standard: .number(0))
        do {
            control.maximum = Double(try most())
            control.value = .number(Double(try now()))
        } catch {
            control.isInactive = true
        }
        return control
    }

    /// Converts a requested value to a level: a number, `on` for the maximum, or `off`.
    func level(_ wish: ControlValue) throws -> Int {
        let most = try most()
        let level: Double? =
            switch wish {
            case .truth(let isOn): isOn ? Double(most) : 0
            case .number(let number): number
            case .text("on"): Double(most)
            case .text("off"), .text("default"): 0
            case .text(let text): Double(text)
            }
        guard let level, (0...Double(most)).contains(level) else {
            throw Problem.badRequest("\(Torch.key) is on, off, or a number from 0 to \(most), not \(wish)")
        }
        return Int(level.rounded())
    }

    /// Reads the current level.
    func now() throws -> Int { try read("brightness") }

    /// Sets the level.
    func set(_ level: Int) throws {
        do {
            let file = try FileDescriptor.open(folder.appending("brightness"), .writeOnly)
            _ = try file.closeAfter { try file.writeAll("\(level)\n".utf8) }
        } catch {
            throw unusable(error)
        }
    }

    /// Why the light cannot be switched; nil if it can.
    var problem: Problem? {
        do {
            _ = try most()
            try FileDescriptor.open(folder.appending("brightness"), .writeOnly).close()
            return nil
        } catch {
            return error as? Problem ?? unusable(error)
        }
    }

    private func most() throws -> Int { max(1, try read("max_brightness")) }

    private func read(_ name: String) throws -> Int {
        do {
            let file = try FileDescriptor.open(folder.appending(name), .readOnly)
            return try file.closeAfter {
                let text = try unsafe [UInt8](unsafeUninitializedCapacity: 32) { room, count in
                    count = unsafe try file.read(into: UnsafeMutableRawBufferPointer(room))
                }
                let words = String(decoding: text, as: UTF8.self).prefix { $0.isNumber }
                guard let number = Int(words) else { throw Errno.invalidArgument }
                return number
            }
        } catch {
            throw unusable(error)
        }
    }

    private func unusable(_ error: any Error) -> Problem {
        .conflict(
            "the light at \(folder) cannot be used (\(error)): camera.torch names a folder of /sys/class/leds whose file "
                + "brightness this user may write (a udev rule gives it to the group video)")
    }
}
