// SPDX-License-Identifier: Apache-2.0
import Recorder
import SystemPackage
import Transfers
import Wire

/// Makes movies of a recorder's recordings.
struct RecordingMovies: MovieMaker {
    let recorder: RecorderNode

    func makeMovie(of recording: String, from begin: SeenFrame?, at path: FilePath) async throws {
        try await recorder.playback.export(recording, from: begin, to: path)
    }
}
