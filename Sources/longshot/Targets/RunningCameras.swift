// SPDX-License-Identifier: Apache-2.0
import Wire

/// The recordings that go on, by the names of their cameras.
struct RunningCameras {
    /// A recording that is to be stopped, as the user named it.
    struct Wish: Sendable {
        let name: String
        /// The recording's id, or why there is none.
        let id: Result<String, any Error>
    }

    /// A camera that the recorder has revoked.
    struct Revoked: Sendable {
        let id: String
        let name: String
        /// When, in seconds since 1970 UTC; nil if that is not known.
        let at: Int64?
    }

    private let recordings: [RecordingDescription]
    private let links: [CameraLinkState]
    private let revoked: [Revoked]
    private let pairing: String
    private let list: String

    /// - Parameters:
    ///   - recordings: the running recordings, and the stopped ones that wait for footage.
    ///   - links: the recorder's cameras, whose names may be newer than those of the recordings.
    ///   - revoked: the cameras that the recorder has revoked; a recording of one may still be open.
    ///   - pairing: the commands that pair the recorder with a camera.
    ///   - list: the command that lists the cameras.
    init(
        _ recordings: [RecordingDescription], links: [CameraLinkState], revoked: [Revoked], pairing: String,
        list: String
    ) {
        (self.recordings, self.links, self.revoked) = (recordings, links, revoked)
        (self.pairing, self.list) = (pairing, list)
    }

    /// The recordings of a camera: by its id, its name now or when a recording began, or its address.
    ///
    /// There may be several after the catalog was restored.
    func wishes(_ camera: String) -> [Wish] {
        do {
            return try recordings(of: camera).map { Wish(name: camera, id: .success($0.id)) }
        } catch {
            return [Wish(name: camera, id: .failure(error))]
        }
    }

    private func recordings(of camera: String) throws -> [RecordingDescription] {
        let byCamera = Dictionary(grouping: recordings, by: \.camera)
        let ofEach = byCamera.values.compactMap(\.first).sorted { $0.camera < $1.camera }
        let found = try NamedChoice.find(camera, in: ofEach, id: \.camera) { recording in
            let link = links.first { $0.camera == recording.camera }
            let former = revoked.first { $0.id == recording.camera }
            let names = byCamera[recording.camera]?.map(\.cameraName) ?? []
            return names + [link?.name, link?.address, former?.name].compactMap(\.self)
        }
        if let found { return byCamera[found.camera] ?? [] }
        let known = links.filter { $0.camera != nil }
        let idle = try NamedChoice.find(camera, in: known, id: { $0.camera ?? "" }) {
            [$0.name, $0.address].compactMap(\.self)
        }
        if let idle { throw Problem.conflict("\(ShownName(idle.name ?? idle.address)) is not being recorded") }
        if let former = try NamedChoice.find(camera, in: revoked, id: \.id, names: { [$0.name] }) {
            let when = former.at.map { " at \($0.momentOfSeconds)" } ?? ""
            throw Problem.conflict(
                "this recorder has revoked \(ShownName(former.name))\(when), and no recording of it is open. To record it "
                    + "again, pair them: \(pairing)")
        }
        throw UnknownName(
            kind: "camera", name: camera, known: known.compactMap(\.name) + recordings.map(\.cameraName),
            list: list)
    }
}

extension RunningCameras.Wish {
    /// A recording that goes on.
    init(_ recording: RecordingDescription) {
        self.init(name: "\(ShownName(recording.cameraName))", id: .success(recording.id))
    }
}
