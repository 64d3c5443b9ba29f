// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import ControlClient
import Footage
import Pipelines
import Recorder
import Trust
import Wire

extension CompletionKind {
    /// The names of this user's paired cameras.
    static let pairedCamera = NameCompletion.kind { try $0.paired([.camera]) }
    /// The names of this user's paired recorders.
    static let pairedRecorder = NameCompletion.kind { try $0.paired([.recorder]) }
    /// The names of this user's paired nodes.
    static let pairedNode = NameCompletion.kind { try $0.paired([.camera, .recorder]) }

    /// Files, and the names of this user's paired nodes: what `send` takes.
    static let fileOrNode = NameCompletion.kind(withFiles: true) { try $0.paired([.camera, .recorder]) }

    /// The names of a recorder's cameras.
    static let linkedCamera = NameCompletion.kind { words in
        let links = try await words.recorder.withClient { try await $0.state().cameras }
        return DistinctNames.words(links.compactMap { link in link.name.map { (link.camera ?? "", $0) } })
    }
    /// The ids of the recordings in progress.
    static let runningRecording = NameCompletion.kind { words in
        try await words.recorder.withClient { try await $0.state().recordings.map(\.id) }
    }
    /// The ids of a recorder's recordings.
    static let recording = NameCompletion.kind { words in
        try await words.recorder.withClient { try await $0.recordings().map(\.id) }
    }
    /// The ids of a recorder's recordings that are not over.
    static let openRecording = NameCompletion.kind { words in
        try await words.recorder.withClient { try await $0.recordings().filter { $0.state != .stopped }.map(\.id) }
    }
    /// The ids of a recorder's recordings that can be deleted.
    static let deletableRecording = NameCompletion.kind { words in
        try await words.recorder.withClient { try await $0.recordings().filter { $0.obstacle == nil }.map(\.id) }
    }
    /// The ids of the recordings in an archive of this machine.
    static let archivedRecording = NameCompletion.kind { try await $0.archivedRecordings() }
    /// The ids of the recordings in an archive of this machine, and folders: what `verify` takes.
    static let archivedRecordingOrFolder = NameCompletion.kind(withFiles: true) { try await $0.archivedRecordings() }

    /// The ids of a camera's stills.
    static let still = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.allStills().map(\.id) }
    }
    /// The ids of a camera's still jobs in progress.
    static let stillJob = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.state().stills?.jobs.map(\.id) ?? [] }
    }
    /// The names of a camera's controls.
    static let control = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.controls().controls.map(\.key) }
    }
    /// The names of a camera's presets.
    static let preset = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.controls().presets }
    }
    /// The names of a camera's capture pipelines.
    static let cameraPipeline = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.capturePipelines() }
    }
    /// The names of a camera's capture pipelines, and the properties of the running one.
    static let pipelineOrProperty = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.capturePipelines() + $0.runningProperties() }
    }
    /// The settable properties of the running pipeline, with `=`.
    static let pipelineProperty = NameCompletion.kind { words in
        try await words.camera.withClient { try await $0.runningProperties() }
    }
    /// The names of the capture pipelines of this machine, `auto`, and files.
    static let captureFile = NameCompletion.localOrFile { words in
        let files = PipelineLibrary(home: NodeHome(words.home, usually: "camera").path).all()
        return files.filter { $0.category == .capture }.map(\.name) + [CameraSettings.automatic]
    }
    /// The names of the pipeline files of this machine, and other files.
    static let pipelineFile = NameCompletion.localOrFile { words in
        PipelineLibrary(home: NodeHome(words.home, usually: "camera").path).all().map(\.name)
    }

    /// The ids of the files that come to a node.
    static let file = NameCompletion.kind { words in
        try await words.node.withClient { try await $0.files().map(\.id) }
    }
    /// The names of the browsers with access to a node; where several browsers have one name, their ids.
    static let browser = NameCompletion.kind { words in
        let sessions = try await words.node.withClient { try await $0.pageSessions() }
        return sessions.map { one in sessions.count { $0.name == one.name } == 1 ? one.name : one.id }
    }
    /// The grants.
    static let grants = CompletionKind.list(Trust.Grant.allCases.map(\.rawValue))
    /// The names of a node's peers.
    static let peer = NameCompletion.kind { words in
        try await PeerBook(words.node).peers().filter { !$0.isRevoked }.words
    }
    /// The names of the peers of this machine.
    static let knownNode = NameCompletion.kind { words in
        try KnownNode.all(home: words.home.map { NodeHome($0, usually: "").path }).map(\.peer).words
    }
}

extension NameCompletion {
    fileprivate func archivedRecordings() async throws -> [String] {
        var options = ArchiveOptions()
        options.home = home
        return try await options.open().store.recordings().map(\.id)
    }
}

extension ControlClient {
    fileprivate func capturePipelines() async throws -> [String] {
        try await pipelines().filter { $0.category == PipelineCategory.capture.rawValue }.map(\.name)
    }

    /// The settable properties of the running pipeline, each with `=`.
    fileprivate func runningProperties() async throws -> [String] {
        guard let running = try await state().capture?.pipeline else { return [] }
        return try await pipelineProperties(running).map { "\($0.name)=" }
    }
}
