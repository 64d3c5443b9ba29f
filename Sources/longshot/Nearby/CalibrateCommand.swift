// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Nearby
import SystemPackage
import Wire

/// Finds the lens of a camera from a tag of known size.
struct CalibrateCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Find a camera's lens with a printed tag, so that it can tell distances.",
        discussion: """
            Without pictures, the camera watches a tag (`longshot nearby tag`) that you move and tilt before it, near and \
            far, in the middle and at the edges; or one that stands at a measured --distance, facing the camera. The camera \
            keeps the lens for its device in pictures of that size. With pictures, the lens is found from those, and \
            written to a file.
            """)

    @OptionGroup var target: CameraTarget

    @Option(help: "The side of the tag's black square. (a length from 10mm to 2m, such as 120mm; default: none)")
    var size: Length?

    @Option(help: "The number of the tag. (0 to 586; default: 0; in pictures, the only one)")
    var tag: Int?

    @Option(help: "The distance from the camera to the tag, if it is measured. (a length such as 1m; default: unknown)")
    var distance: Length?

    @Option(
        help: """
            The width of what the camera sees, from its data sheet, if there is no tag. (degrees from 5 to 150; default: \
            found with a tag)
            """)
    var fieldOfView: Double?

    @Option(help: "How long to look for the tag. (a time such as 2m; default: 3m)")
    var `for`: Interval?

    @Option(
        name: .shortAndLong, help: "A file for the lens, as JSON. (a path; default: the camera keeps it)",
        completion: .file())
    var output: String?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @Flag(help: "Report as JSON.")
    var json = false

    @Argument(help: "Pictures with the tag, as JPEG or PNG.", completion: .file())
    var pictures: [String] = []

    mutating func validate() throws {
        guard (size == nil) != (fieldOfView == nil) else {
            throw ValidationError("give the tag's --size, or a --field-of-view without a tag")
        }
        guard fieldOfView == nil || pictures.isEmpty && distance == nil && output == nil else {
            throw ValidationError("--field-of-view needs no pictures, --distance or --output")
        }
        guard fieldOfView.map({ (5...150).contains($0) }) ?? true else {
            throw ValidationError("--field-of-view must be from 5 to 150")
        }
        guard size.map({ NearbyRequest.sizes.contains($0.metres) }) ?? true else {
            throw ValidationError("--size must be from 10mm to 2m")
        }
        guard (0..<TagPattern.count).contains(tag ?? 0) else {
            throw ValidationError("--tag must be from 0 to \(TagPattern.count - 1)")
        }
    }

    func carryOut() async throws {
        if let output { try OutputPath.checkIsFree(output, replaces: force) }
        if let fieldOfView { return try await keep(fieldOfView: fieldOfView) }
        guard let size else { return }
        guard pictures.isEmpty else { return try await calibrate(size) }
        let live = LiveCalibration(
            tag: size, number: tag ?? 0, distance: distance?.metres, patience: `for`?.milliseconds ?? 180_000)
        try await target.withClient { client in
            let calibration = try await live.run(client)
            let report = try await client.keep(calibration.lens, isFieldOfView: false)
            if let output { try await write(calibration.lens, to: output) }
            if json { return try Terminal.say(json: report) }
            calibration.lines.forEach { Terminal.say($0) }
            if let note = report.note { Terminal.complain(note) }
        }
    }

    private func keep(fieldOfView: Double) async throws {
        try await target.withClient { client in
            guard let now = try await client.lens().lens else {
                throw Problem.conflict("the camera has no picture yet: try again when its capture runs")
            }
            let lens = Lens.stated(width: now.width, height: now.height, fieldOfView: fieldOfView)
            let report = try await client.keep(lens, isFieldOfView: true)
            if json { return try Terminal.say(json: report) }
            Terminal.say(
                "field of view \(Format.decimal(fieldOfView, 1))° at \(lens.width)x\(lens.height); distances may be wrong by 5 %"
            )
        }
    }

    private func calibrate(_ size: Length) async throws {
        let finder = TagPictures()
        var shape = (width: 0, height: 0)
        var views: [LensCalibration.View] = []
        for (index, path) in pictures.enumerated() {
            try Task.checkCancellation()
            Terminal.progress("\(index + 1) of \(pictures.count): \(path)")
            let found = try await finder.find(in: path)
            if shape.width == 0 { shape = (found.width, found.height) }
            guard shape == (found.width, found.height) else {
                throw Problem.conflict(
                    "\(path) has \(found.width)x\(found.height) pixels, and the first picture \(shape.width)x\(shape.height): "
                        + "a calibration is for one size")
            }
            let sightings = found.sightings.filter { tag == nil || $0.tag == tag }
            guard sightings.count == 1, let sighting = sightings.first else { continue }
            views.append(LensCalibration.View(sighting, distance: distance?.metres))
        }
        Terminal.endProgress()
        if let tag, views.isEmpty { throw Problem.notFound("no picture shows tag \(tag)") }
        let calibration = try LensCalibration(views, side: size.metres, width: shape.width, height: shape.height)
        if let output { try await write(calibration.lens, to: output) }
        if json { return try Terminal.say(json: calibration.lens) }
        calibration.lines.forEach { Terminal.say($0) }
    }

    private func write(_ lens: Lens, to output: String) async throws {
        try await OutputPath.write(Array(try JSON.encode(lens, pretty: true)), to: output)
    }
}
