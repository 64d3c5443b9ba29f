// SPDX-License-Identifier: Apache-2.0
import Viewing
import Camera
import Hummingbird
import Transfers
import Trust
import Wire

/// The body of `PUT /v1/pipelines/active`.
private struct PipelineChoice: Decodable {
    let name: String
}

extension RouteTable {
    /// Live sessions.
    mutating func addLive(_ footage: CameraFootage, owner: NodeID) {
        on(.post, "/v1/live", needs: .record) { request, context in
            let wish = try await request.json(LiveRequest.self, context)
            guard let (here, there) = context.ends else { throw Problem.failed }
            let session = try await footage.openLive(
                wish, for: LiveParty(peer: try context.peer(orOwner: owner).text, address: there, localAddress: here))
            return try .json(session, status: .created, location: "/v1/live/\(session.id)")
        }
        on(.delete, "/v1/live/{id}", needs: .record) { _, context in
            let peer = try context.peer(orOwner: owner)
            return try .json(footage.closeLive(context.segment("id"), for: peer == owner ? nil : peer.text))
        }
    }

    /// The archive lane.
    mutating func addFootage(_ footage: CameraFootage, owner: NodeID) {
        on(.get, "/v1/footage/manifest", needs: .record) { request, _ in
            let (epoch, after) = (try request.integer("epoch"), try request.integer("after"))
            if let from = request.uri.queryParameters["from"].map(String.init) {
                guard epoch == nil else {
                    throw Problem.badRequest("query parameters epoch and from exclude each other: use one of them")
                }
                return try .json(await footage.manifest(from: from, after: after ?? 0, limit: request.limit()))
            }
            guard epoch != nil || after == nil else {
                throw Problem.badRequest("query parameter after counts within an epoch: add epoch or from")
            }
            return try .json(await footage.manifest(epoch: epoch, after: after, limit: request.limit()))
        }
        on(.get, "/v1/footage/accounts", needs: .record) { _, _ in try .json(footage.accounts) }
        on(.get, "/v1/footage/holds", needs: .record) { _, context in
            try .json(footage.holds(of: context.peer(orOwner: owner).text))
        }
        on(.put, "/v1/footage/holds/{recording}", needs: .record) { request, context in
            let wish = try await request.json(FootageHoldRequest.self, context)
            let peer = try context.peer(orOwner: owner).text
            return try .json(await footage.hold(context.segment("recording"), wish, for: peer))
        }
        on(.delete, "/v1/footage/holds/{recording}", needs: .record) { _, context in
            try await footage.release(context.segment("recording"), of: context.peer(orOwner: owner).text)
            return .done
        }
        on(.get, "/v1/footage/{epoch}/{sequence}", needs: .record) { request, context in
            let fragment = try await footage.fragment(
                epoch: context.segment("epoch"), sequence: context.number("sequence"))
            return try Content(fragment.bytes, type: "video/mp4", sha256: fragment.sha256).response(
                to: request, context)
        }
        on(.get, "/v1/footage/{epoch}/init/{sha256}", needs: .record) { request, context in
            let digest = try context.segment("sha256").lowercased()
            let bytes = try await footage.initSegment(digest: digest)
            return try Content(bytes, type: "video/mp4", sha256: digest).response(to: request, context)
        }
        on(.post, "/v1/footage/acks", needs: .record) { request, context in
            let acknowledgement = try await request.json(FootageAcknowledgement.self, context)
            guard (0...1 << 53).contains(acknowledgement.through) else {
                throw Problem.badRequest("through must be from 0 to 2^53")
            }
            await footage.acknowledge(acknowledgement, of: try context.peer(orOwner: owner).text)
            return .done
        }
    }

    /// Stills, and the jobs that take them.
    mutating func addStills(of camera: CameraNode, audience: StillAudience) {
        on(.post, "/v1/stills", needs: .shoot) { request, context in
            let wish = try audience.resolve(await request.json(StillRequest.self, context))
            let job = try await camera.jobs.beginIfPossible(wish, for: context.visitor?.asker)
            return try .json(job, status: .accepted, location: "/v1/stills/jobs/\(job.id)")
        }
        on(.get, "/v1/stills", needs: [.view, .shoot]) { request, context in
            let after = request.uri.queryParameters["after"].map(String.init)
            let stills = try await camera.stills.list(after: after, limit: try request.limit()) {
                audience.maySee($0, context.visitor)
            }
            return try .json(stills)
        }
        on(.get, "/v1/stills/{id}", needs: [.view, .shoot]) { _, context in
            try .json(audience.allow(await camera.stills.still(context.segment("id")), context.visitor))
        }
        on(.delete, "/v1/stills/{id}", needs: [.shoot, .record]) { _, context in
            let still = try audience.allow(await camera.stills.still(context.segment("id")), context.visitor)
            // A recorder of an earlier version deletes a still to confirm it. Other recipients may still need it.
            if still.save == .recorder, let recorder = audience.recipient(context.visitor, of: still) {
                try await camera.stills.confirm(still.id, by: recorder, paired: audience.paired)
                return .done
            }
            guard !context.grants.isDisjoint(with: .shoot) else {
                throw Problem.notGranted(.anyOf(.shoot), in: context)
            }
            try await camera.stills.delete(still.id)
            return .done
        }
        on(.post, "/v1/stills/{id}/receipts", needs: [.shoot, .record]) { request, context in
            let receipt = try await request.json(StillReceipt.self, context)
            let still = try audience.allow(await camera.stills.still(context.segment("id")), context.visitor)
            guard let recorder = audience.recipient(context.visitor, of: still) else { throw Problem.notRecipient }
            guard receipt.sha256.lowercased() == still.sha256 else {
                throw Problem.conflict("\(still.id) has the SHA-256 \(still.sha256): fetch it again")
            }
            try await camera.stills.confirm(still.id, by: recorder, paired: audience.paired)
            return .done
        }
        on(.get, "/v1/stills/{id}/content", needs: [.view, .shoot]) { request, context in
            let still = try audience.allow(await camera.stills.still(context.segment("id")), context.visitor)
            let file = try StoredFile(
                path: camera.stills.path(of: still), name: still.name, bytes: still.bytes, sha256: still.sha256)
            return try await Content(file, type: still.type).response(to: request, context)
        }
        on(.get, "/v1/stills/{id}/thumbnail", needs: [.view, .shoot]) { request, context in
            let still = try audience.allow(await camera.stills.still(context.segment("id")), context.visitor)
            let (thumbnail, digest) = try await camera.thumbnails.thumbnail(of: still.id)
            return try Content(thumbnail, type: "image/jpeg", sha256: digest).response(to: request, context)
        }
        on(.get, "/v1/stills/jobs/{job}", needs: .shoot) { _, context in
            try .json(camera.jobs.job(context.segment("job")))
        }
        on(.patch, "/v1/stills/jobs/{job}", needs: .shoot) { request, context in
            try .json(camera.jobs.move(context.segment("job"), await request.json(StillJobChange.self, context)))
        }
        on(.delete, "/v1/stills/jobs/{job}", needs: .shoot) { _, context in
            try .json(await camera.jobs.cancel(context.segment("job")))
        }
    }

    /// Pipeline files, chosen by name: no route accepts pipeline text or a path.
    mutating func addPipelines(_ pipelines: CameraPipelines) {
        on(.get, "/v1/pipelines", needs: .view) { _, context in
            let mayRead = !context.grants.isDisjoint(with: .admin)
            return try .json(pipelines.all.map { mayRead ? $0 : $0.withoutText })
        }
        // Admin only: pipeline text may contain passwords of network cameras.
        on(.get, "/v1/pipelines/{name}", needs: .admin) { _, context in
            .text(try pipelines.text(of: context.segment("name")))
        }
        on(.get, "/v1/pipelines/{name}/graph", needs: .admin) { _, context in
            var response = Response.text(try pipelines.graph(of: context.segment("name")), type: "image/svg+xml")
            // The sandbox keeps an SVG that is opened in a browser from running scripts or loading anything.
            response.headers[.contentSecurityPolicy] = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
            return response
        }
        on(.get, "/v1/pipelines/{name}/properties", needs: .admin) { _, context in
            try .json(pipelines.properties(of: context.segment("name")))
        }
        on(.patch, "/v1/pipelines/{name}/properties", needs: .admin) { request, context in
            let change = try await request.json(PipelineChange.self, context)
            return try .json(pipelines.set(change.set, on: context.segment("name")))
        }
        on(.put, "/v1/pipelines/active", needs: .admin) { request, context in
            let choice = try await request.json(PipelineChoice.self, context)
            return try .json(pipelines.activate(choice.name))
        }
    }
}
