// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SystemPackage
import Tasks
import Viewing
package import Wire

/// The cameras that are plugged into a camera node's machine, one of which it may capture from.
package final class DeviceDesk: Sendable {
    /// The largest list and the largest picture, in bytes.
    private static let (listLimit, pictureLimit) = (1 << 20, 8 << 20)

    private let program: DeviceProgram
    private let pipelines: CameraPipelines
    private let preview: Preview
    /// One process at a time: two would measure each other.
    private let turns = Turns(limit: 1)
    /// The last list, whose choices can be used.
    private let last = Mutex<[PluggedCamera]>([])

    init(home: FilePath, pipelines: CameraPipelines, preview: Preview) {
        (program, self.pipelines, self.preview) = (.plugged(home: home), pipelines, preview)
    }

    /// All cameras, with what `--capture auto` makes of each; takes seconds, because encoders are measured.
    package func list() async throws -> [PluggedCamera] {
        let bytes = try await alone { try await program.output(limit: Self.listLimit) }
        guard let found = try? JSON.decode([PluggedCamera].self, from: Data(bytes)) else {
            throw Problem.conflict("the program that looks at the cameras gave no list: `longshot cameras` says more")
        }
        let cameras = found.map { camera in
            var camera = camera
            camera.isCaptured = isCaptured(camera.device.path)
            // The node itself uses it, which is no obstacle.
            if camera.isCaptured == true { (camera.passedOver, camera.users) = (nil, nil) }
            return camera
        }
        last.withLock { $0 = cameras }
        return cameras
    }

    /// A picture of a camera in JPEG: of the one that is captured, its next; of another one, if nobody uses it.
    package func picture(of path: String) async throws -> [UInt8] {
        guard isCaptured(path) else {
            return try await alone { try await program.output(["--picture", path], limit: Self.pictureLimit) }
        }
        let pictures = try preview.pictures()
        // A camera that gives no picture is as silent as one that has none.
        let next = try? await withTimeout(.seconds(10)) {
            for await picture in pictures { return picture.jpeg as [UInt8]? }
            return nil
        }
        guard let next = next ?? nil else { throw Problem.conflict("the camera gives no picture") }
        return next
    }

    /// Captures from another camera, as `--capture auto` would if it was the only one.
    ///
    /// If it gives no picture, the node goes back to the old one. The choice lasts until the node ends.
    package func use(_ path: String) async throws -> PipelineDescription {
        if isCaptured(path), let active = pipelines.all.first(where: \.active) { return active }
        let known = last.withLock { $0.first { $0.device.path == path } }
        let found = if let known { known } else { try await list().first { $0.device.path == path } }
        guard let camera = found else {
            throw Problem.notFound("no camera \(path) is plugged in: `longshot cameras` lists those that are")
        }
        let name = "\(camera.device.name), \(path)"
        if path.hasPrefix("/dev/"), let users = await CameraDevices.users(of: path) {
            throw Problem.conflict("\(name): \(PluggedCamera.words(of: users))")
        }
        guard let choice = camera.auto else { throw Problem.conflict("\(name): \(PluggedCamera.noMode)") }
        return try pipelines.activate(choice.pipeline, values: choice.values)
    }

    private func alone<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await turns.take()
        defer { turns.give() }
        return try await work()
    }

    private func isCaptured(_ path: String) -> Bool {
        pipelines.capture.camera.map(Self.resolved) == Self.resolved(path)
    }

    /// A path without links, such as those of `/dev/v4l/by-id`.
    private static func resolved(_ path: String) -> String {
        path.hasPrefix("/dev/") ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    }
}
