// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
package import Wire

/// Where peers are before a camera.
extension ControlClient {
    /// What the camera knows of its lens.
    package func lens() async throws -> LensReport {
        try await answer(Request(.GET, "nearby", "lens"))
    }

    /// Keeps a lens for the camera's device; see `LensBook`.
    package func keep(_ lens: Lens, isFieldOfView: Bool) async throws -> LensReport {
        return try await answer(
            Request(.PUT, "nearby", "lens").sending(LensChange(lens: lens, isFieldOfView: isFieldOfView)))
    }

    /// Begins a session, hands its updates to `body` until that returns false or the session is over, and ends it.
    package func withNearby(
        _ wish: NearbyRequest, _ body: (NearbySession, NearbyUpdate) async throws -> Bool
    ) async throws {
        let session: NearbySession = try await answer(Request(.POST, "nearby").sending(wish))
        do {
            try await follow(session, body)
        } catch {
            // Without a reader it ends by itself.
            _ = try? await bytes(Request(.DELETE, "nearby", session.id), limit: Limits.document)
            throw error
        }
        _ = try? await bytes(Request(.DELETE, "nearby", session.id), limit: Limits.document)
    }

    private func follow(
        _ session: NearbySession, _ body: (NearbySession, NearbyUpdate) async throws -> Bool
    ) async throws {
        var request = Request(.GET, "nearby", session.id, "updates")
        request.headers.add(name: "Accept", value: "text/event-stream")
        let response = try await open(request)
        var parser = EventParser()
        var chunks = response.body.makeAsyncIterator()
        while true {
            let chunk: ByteBuffer?
            do {
                chunk = try await chunks.next()
            } catch {
                throw explained(error, request, seconds: Limits.answer)
            }
            guard let bytes = chunk else { return }
            for message in try parser.parse(bytes.readableBytesView) where message.kind == "nearby" {
                let update: NearbyUpdate
                do {
                    update = try JSON.decode(NearbyUpdate.self, from: Data(message.data))
                } catch {
                    throw undecoded(request, error)
                }
                guard try await body(session, update), update.phase != .invalidated else { return }
            }
        }
    }
}
