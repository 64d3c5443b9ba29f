// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The error of a request to a video device.
package enum VideoDeviceError: Error, Equatable, CustomStringConvertible {
    /// It does not exist, or was unplugged.
    case gone(String)
    /// This user may not open it.
    case forbidden(String)
    /// It is not a camera.
    case noCamera(String)
    /// Another program uses it, or a running stream forbids the change.
    case busy(String)
    /// The bus has no room for its stream beside the others.
    case noBandwidth(String)
    /// The driver refused a value.
    case refused(String, String)
    /// Any other error of the system.
    case failed(String, String)

    init(_ path: String, doing what: String, _ code: CInt) {
        switch code {
        case ENOENT, ENODEV, ENXIO: self = .gone(path)
        case EACCES, EPERM: self = .forbidden(path)
        case ENOTTY: self = .noCamera(path)
        case EBUSY: self = .busy(path)
        // The kernel refuses a stream with this code when the USB schedule is full.
        case ENOSPC: self = .noBandwidth(path)
        case ERANGE, EINVAL: self = .refused(path, what)
        default: self = .failed(path, "\(what): \(String(cString: strerror(code)))")
        }
    }

    package var description: String {
        switch self {
        case .gone(let path): "\(path) is not there: is the camera plugged in?"
        case .forbidden(let path):
            "\(path) may not be opened: `sudo usermod -aG video $USER`, then sign in again"
        case .noCamera(let path): "\(path) is no camera"
        case .busy(let path): "\(path) is busy: another program holds it, or a running stream forbids the change"
        case .noBandwidth(let path):
            "the bus has no room for the pictures of \(path): plug it into another port, or choose a smaller mode"
        case .refused(let path, let what): "the driver of \(path) refuses \(what)"
        case .failed(let path, let what): "\(path) fails \(what)"
        }
    }
}
