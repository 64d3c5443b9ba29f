// SPDX-License-Identifier: Apache-2.0
import Recorder
import SystemPackage
import Transfers

/// Makes movies of a recorder's recordings.
struct RecordingMovies: MovieMaker {
    let recorder: RecorderNode

    func makeMovie(of recording: String, at path: FilePath) async throws {
        try await recorder.playback.export(recording, to: path)
    }
}
