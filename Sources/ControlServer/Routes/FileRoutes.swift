// SPDX-License-Identifier: Apache-2.0
import Viewing
import HTTPTypes
import Hummingbird
import Recorder
import Transfers
import Trust
import Wire

/// The files of a node: those received from peers, and on recorders the fetched stills.
struct FileShelf: Sendable {
    let inbox: Inbox
    /// Fetches stills; nil on cameras.
    let recorder: RecorderNode?
    let audience: FileAudience
    let owner: NodeID

    /// The files that a visitor may see with ids after `after`, sorted by id.
    ///
    /// Received ones that were moved or deleted by hand are left out.
    func list(for context: ControlContext, after: String?, limit: Int) async throws -> [TransferProgress] {
        let shown = { (file: TransferProgress) in audience.shown(file, to: context.visitor, with: context.rights) }
        let stills = try await recorder?.stills.list(after: after, limit: limit) { camera in
            audience.isShown(peer: camera, to: context.visitor, with: context.rights)
        }
        var files: [TransferProgress] = []
        for file in await inbox.list where files.count < limit && IDOrder.precedes(after ?? "", file.id) {
            guard let file = shown(file) else { continue }
            if file.phase == .received, !(await inbox.isThere(file)) { continue }
            files.append(file)
        }
        let known = (stills ?? []).compactMap(shown) + files
        return Array(known.sorted { IDOrder.precedes($0.id, $1.id) }.prefix(limit))
    }

    /// One file that the visitor may see; throws `not-found` otherwise.
    func file(_ id: String, for context: ControlContext) async throws -> TransferProgress {
        if let still = try await still(id, for: context) { return still }
        let progress = try await inbox.progress(id)
        guard let shown = audience.shown(progress, to: context.visitor, with: context.rights) else {
            throw Problem.noFile(id)
        }
        return shown
    }

    /// A received file that the visitor may see.
    func stored(_ id: String, for context: ControlContext) async throws -> StoredFile {
        if let recorder, let still = try await still(id, for: context) { return try recorder.stills.stored(still) }
        _ = try await file(id, for: context)
        return try await inbox.stored(id)
    }

    /// A fetched still that the visitor may see; nil otherwise.
    func still(_ id: String, for context: ControlContext) async throws -> TransferProgress? {
        try await recorder?.stills.progress(of: id).flatMap {
            audience.shown($0, to: context.visitor, with: context.rights)
        }
    }

    /// The node id of the sender: the peer, or this node for its owner.
    func sender(_ context: ControlContext) throws -> String { try context.peer(orOwner: owner).text }
}

extension RouteTable {
    /// Offered and received files: uploads as in draft-ietf-httpbis-resumable-upload.
    mutating func addFiles(_ shelf: FileShelf) {
        let inbox = shelf.inbox
        on(.get, "/v1/files", needs: .viewOfSome(or: .send)) { request, context in
            let after = request.uri.queryParameters["after"].map(String.init)
            return try await .json(shelf.list(for: context, after: after, limit: request.limit()))
        }
        on(.post, "/v1/files", needs: .send) { request, context in
            let offer = try await request.json(FileOffer.self, context)
            let progress = try await inbox.offer(
                offer, from: try shelf.sender(context), isOwner: context.visitor == .owner)
            var response = try Response.json(
                progress.withoutPath, status: .created, location: "/v1/files/\(progress.id)")
            response.headers.append(contentsOf: progress.uploadFields)
            return response
        }
        on(.get, "/v1/files/{id}", needs: .viewOfSome(or: .send)) { request, context in
            let id = try context.segment("id")
            var progress = try await shelf.file(id, for: context)
            // A HEAD from the sender precedes a resumed upload: end the earlier upload first.
            if request.method == .head, !context.grants.isDisjoint(with: .send), progress.kind == .file,
                let sender = try? shelf.sender(context), sender == progress.peer
            {
                _ = try await inbox.settled(id, of: sender)
                progress = try await shelf.file(id, for: context)
            }
            var response = try Response.json(progress)
            response.headers.append(contentsOf: progress.uploadFields)
            return response
        }
        on(.patch, "/v1/files/{id}", needs: .send) { request, context in
            let (id, sender) = (try context.segment("id"), try shelf.sender(context))
            do {
                let progress = try await inbox.receive(try request.append(), of: id, from: sender, request.body)
                var response = try Response.json(progress.withoutPath)
                response.headers.append(contentsOf: progress.uploadFields)
                return response
            } catch TransferError.offset(let expected) {
                throw Refusal(
                    problem: .mismatchingOffset(expected), headers: [.uploadOffset: "\(expected)"], isBeforeBody: true)
            } catch TransferError.tooLong(let limit) {
                throw Refusal(
                    problem: Problem(
                        "content-too-large", status: 413, title: "Content too large",
                        detail: "the file was announced with \(limit) bytes, but more arrived"), isBeforeBody: true)
            } catch let problem as Problem {
                throw Refusal(problem: problem, isBeforeBody: true)
            }
        }
        on(.delete, "/v1/files/{id}", needs: [.send, .admin]) { _, context in
            let id = try context.segment("id")
            let isAdmin = !context.grants.isDisjoint(with: .admin)
            if try await shelf.still(id, for: context) != nil, let recorder = shelf.recorder {
                guard isAdmin else { throw Problem.notGranted(.anyOf(.admin), in: context) }
                try await recorder.stills.delete(id)
                return .done
            }
            try await inbox.remove(id, by: isAdmin ? nil : try shelf.sender(context))
            return .done
        }
        on(.post, "/v1/files/{id}/decision", needs: .admin) { request, context in
            let decision = try await request.json(FileDecision.self, context)
            return try .json(await inbox.decide(context.segment("id"), decision))
        }
        on(.post, "/v1/files/{id}/retry", needs: .admin) { _, context in
            let id = try context.segment("id")
            guard let recorder = shelf.recorder, try await shelf.still(id, for: context) != nil else {
                throw Problem.notFound("there is no still \(id) here: only the sender can retry another file")
            }
            return try .json(recorder.retryStill(id), status: .accepted)
        }
        on(.get, "/v1/files/{id}/thumbnail", needs: .viewOfSome(or: [])) { request, context in
            let id = try context.segment("id")
            guard let recorder = shelf.recorder, try await shelf.still(id, for: context) != nil else {
                throw Problem.notFound("there is no still \(id) here: other files have no thumbnail")
            }
            let (jpeg, sha256) = try await recorder.thumbnails.thumbnail(of: id)
            return try Content(jpeg, type: "image/jpeg", sha256: sha256).response(to: request, context)
        }
        on(.get, "/v1/files/{id}/content", needs: .viewOfSome(or: [])) { request, context in
            let id = try context.segment("id")
            let file = try await shelf.stored(id, for: context)
            let ending = file.name.split(separator: ".").last.map(String.init) ?? ""
            let type = MediaType.getMediaType(forExtension: ending)?.description ?? "application/octet-stream"
            return try await Content(file, type: type).response(to: request, context)
        }
    }
}

extension Request {
    /// The header fields of an upload's PATCH.
    fileprivate func append() throws -> UploadAppend {
        let type = headers[.contentType]
        guard type?.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == "application/partial-upload" else {
            throw Problem.contentType(type, wanted: "application/partial-upload")
        }
        guard let offset = headers[.uploadOffset] else {
            throw Problem.badRequest("the field Upload-Offset is missing: the number of bytes before this part")
        }
        guard let last = headers[.uploadComplete], last == "?0" || last == "?1" else {
            throw Problem.badRequest("the field Upload-Complete must be ?1 when these are the last bytes, else ?0")
        }
        return UploadAppend(
            offset: try Self.integer(offset[...], of: "field Upload-Offset"),
            length: try headers[.contentLength].map { try Self.integer($0[...], of: "field Content-Length") },
            isLast: last == "?1")
    }
}

extension TransferProgress {
    /// The header fields that report an upload's progress.
    fileprivate var uploadFields: HTTPFields {
        [
            .uploadOffset: "\(bytes)", .uploadComplete: phase == .received ? "?1" : "?0",
            .uploadLength: "\(total)", .cacheControl: "no-store",
        ]
    }
}

/// draft-ietf-httpbis-resumable-upload §4.
extension HTTPField.Name {
    fileprivate static var uploadOffset: Self { HTTPField.Name("Upload-Offset") ?? .range }
    fileprivate static var uploadComplete: Self { HTTPField.Name("Upload-Complete") ?? .range }
    fileprivate static var uploadLength: Self { HTTPField.Name("Upload-Length") ?? .range }
}
