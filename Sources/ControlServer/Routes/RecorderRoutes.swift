// SPDX-License-Identifier: Apache-2.0
import Footage
import HTTPTypes
import Hummingbird
import Media
import Recorder
import Trust
import Wire

extension RouteTable {
    /// Cameras, their stills, and recordings.
    mutating func addRecordings(of recorder: RecorderNode, _ orders: StandingOrders) {
        on(.get, "/v1/cameras", needs: .viewOfSome(or: .record)) { _, context in
            try .json(recorder.cameras(of: context.rights.scope(or: .record)))
        }
        on(.post, "/v1/cameras/{id}/stills", needs: .shoot) { request, context in
            let wish = try await request.json(StillRequest.self, context)
            let camera = try context.segment("id")
            let job = try await recorder.takeStills(wish, of: camera)
            if wish.goesOn {
                orders.note(job.id, of: context.visitor) { try await recorder.cancelStills(job.id, of: camera) }
            }
            return try .json(job, status: .accepted)
        }
        on(.post, "/v1/moments", needs: .shoot) { request, context in
            try .json(await recorder.takeMoment(request.json(MomentRequest.self, context)))
        }
        on(.post, "/v1/moments/series", needs: .shoot) { request, context in
            let series = try await recorder.beginSeries(request.json(MomentRequest.self, context))
            orders.note(series.id, of: context.visitor) { _ = try await recorder.cancelSeries(series.id) }
            return try .json(series, status: .accepted, location: "/v1/moments/series/\(series.id)")
        }
        on(.get, "/v1/moments/series/{id}", needs: .shoot) { request, context in
            let after = try request.integer("after") ?? 0
            return try .json(recorder.series(context.segment("id"), after: after, limit: request.limit()))
        }
        on(.delete, "/v1/moments/series/{id}", needs: .shoot) { _, context in
            try .json(await recorder.cancelSeries(context.segment("id")))
        }
        on(.post, "/v1/recordings", needs: .record) { request, context in
            let recording = try await recorder.startRecording(request.json(RecordingRequest.self, context))
            return try .json(recording, status: .created, location: "/v1/recordings/\(recording.id)")
        }
        on(.get, "/v1/recordings", needs: .viewOfSome(or: .record)) { request, context in
            let query = request.uri.queryParameters
            return try .json(
                await recorder.recordings(
                    before: query["before"].map(String.init), limit: request.limit(),
                    withSegments: query["segments"] != "0",
                    of: context.rights.scope(or: .record)))
        }
        on(.get, "/v1/recordings/{id}", needs: .viewOfSome(or: .record)) { _, context in
            try .json(await recorder.recording(context.segment("id"), of: context.rights.scope(or: .record)))
        }
        on(.patch, "/v1/recordings/{id}", needs: .record) { request, context in
            let change = try await request.json(RecordingChange.self, context)
            let id = try context.segment("id")
            if let state = change.state, state != .stopped {
                throw Problem.badRequest(
                    "the field \"state\" is \"\(state.rawValue)\": only \"stopped\" can be asked for")
            }
            if let isLocked = change.isLocked { try await recorder.lockRecording(id, isLocked) }
            let isStopped = change.state != nil
            return try .json(await isStopped ? recorder.stopRecording(id) : recorder.recording(id))
        }
        on(.post, "/v1/recordings/{id}/settlement", needs: .admin) { _, context in
            try .json(await recorder.settleRecording(context.segment("id")))
        }
        on(.delete, "/v1/recordings/{id}", needs: .record) { _, context in
            try await recorder.deleteRecording(context.segment("id"))
            return .done
        }
    }

    /// Playback of recordings: the timeline, a range as a movie, a moment as a picture.
    mutating func addPlayback(of recorder: RecorderNode) {
        on(.get, "/v1/recordings/{id}/timeline", needs: .viewOfSome(or: [])) { _, context in
            try .json(await recorder.playback.description(of: context.recording(within: recorder)))
        }
        on(.get, "/v1/recordings/{id}/media", needs: .viewOfSome(or: [])) { request, context in
            let id = try await context.recording(within: recorder)
            let (from, to) = (try request.integer("from"), try request.integer("to"))
            let movie = try await recorder.playback.movie(
                of: id, from: from.map(Int64.init), to: to.map(Int64.init),
                wholeFrames: request.uri.queryParameters["frames"] == "whole")
            return try Content(size: movie.byteCount, type: "video/mp4", version: movie.tag) { offset in
                try await recorder.playback.bytes(of: movie, from: offset)
            }.response(to: request, context)
        }
        on(.get, "/v1/recordings/{id}/frames", needs: .viewOfSome(or: [])) { request, context in
            let id = try await context.recording(within: recorder)
            guard let moment = try request.integer("at").map(Int64.init) else {
                throw Problem.badRequest("at is missing: a moment in nanoseconds since 1970, UTC")
            }
            return try .json(await recorder.playback.frames(of: id, around: moment))
        }
        on(.get, "/v1/recordings/{id}/frame", needs: .viewOfSome(or: [])) { request, context in
            let moment = try request.integer("at").map(Int64.init)
            let isFull = request.uri.queryParameters["full"] == "1"
            let jpeg = try await recorder.playback.picture(
                of: context.recording(within: recorder), at: moment, isFull: isFull)
            return try Content(jpeg, type: "image/jpeg", sha256: Digest(of: jpeg).hex).response(to: request, context)
        }
    }
}

extension ControlContext {
    /// The id in the path, if the recording is of a camera that the visitor may view.
    ///
    /// Throws the same problem for a recording of another camera as for one that does not exist.
    fileprivate func recording(within recorder: RecorderNode) async throws -> String {
        let id = try segment("id")
        try await recorder.require(recording: id, within: rights.scope())
        return id
    }
}
