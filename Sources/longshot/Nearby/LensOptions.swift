// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Disk
import Foundation
import Nearby
import SystemPackage
import Wire

/// The lens with which pictures were taken.
struct LensOptions: ParsableArguments {
    @Option(
        help: "The lens, as `longshot calibrate` found it. (a file; default: none)", completion: .file())
    var calibration: String?

    @Option(
        help: """
            The width of what the camera sees, if there is no calibration. (degrees from 5 to 150; default: 65, of which \
            the answer says that it is guessed)
            """)
    var fieldOfView: Double?

    mutating func validate() throws {
        if let fieldOfView, !(5...150).contains(fieldOfView) {
            throw ValidationError("--field-of-view must be from 5 to 150")
        }
        if calibration != nil, fieldOfView != nil {
            throw ValidationError("--calibration and --field-of-view exclude each other: give one of them")
        }
    }

    /// The lens for pictures of a size.
    func lens(width: Int, height: Int) throws -> Lens {
        guard let calibration else {
            return fieldOfView.map { .stated(width: width, height: height, fieldOfView: $0) }
                ?? .guessed(width: width, height: height)
        }
        try FileSystem.open(FilePath(calibration), .readOnly).close()
        let lens: Lens
        do {
            lens = try JSON.decode(Lens.self, from: Data(contentsOf: URL(fileURLWithPath: calibration)))
        } catch {
            throw Problem.conflict("\(calibration) is not a calibration that `longshot calibrate` wrote: \(error)")
        }
        guard lens.width * height == lens.height * width else {
            throw Problem.conflict(
                "\(calibration) is for \(lens.width)x\(lens.height), and a picture of \(width)x\(height) has another "
                    + "shape: calibrate in that mode")
        }
        return lens.scaled(width: width, height: height)
    }
}
