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

    private let recordings: [RecordingDescription]
    private let links: [CameraLinkState]

    /// - Parameters:
    ///   - recordings: the recordings that go on.
    ///   - links: the recorder's cameras, whose names may be newer than those of the recordings.
    init(_ recordings: [RecordingDescription], links: [CameraLinkState]) {
        (self.recordings, self.links) = (recordings, links)
    }

    /// The recording of a camera: by its id, its name now or when the recording began, or its address.
    func wish(_ camera: String) -> Wish {
        Wish(name: camera, id: Result { try recording(of: camera) })
    }

    private func recording(of camera: String) throws -> String {
        let found = try NamedChoice.find(camera, in: recordings, id: \.camera) { recording in
            let link = links.first { $0.camera == recording.camera }
            return [recording.cameraName, link?.name, link?.address].compactMap(\.self)
        }
        if let found { return found.id }
        let known = links.filter { $0.camera != nil }
        let idle = try NamedChoice.find(camera, in: known, id: { $0.camera ?? "" }) {
            [$0.name, $0.address].compactMap(\.self)
        }
        if let idle { throw Problem.conflict("\(ShownName(idle.name ?? idle.address)) is not being recorded") }
        throw UnknownName(
            kind: "camera", name: camera, known: known.compactMap(\.name) + recordings.map(\.cameraName),
            list: "longshot record status")
    }
}

extension RunningCameras.Wish {
    /// A recording that goes on.
    init(_ recording: RecordingDescription) {
        self.init(name: "\(ShownName(recording.cameraName))", id: .success(recording.id))
    }
}
