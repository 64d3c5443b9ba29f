// SPDX-License-Identifier: Apache-2.0
import Discovery
import Logging
import Recorder
import ServiceLifecycle
import Trust

/// Tells a recorder where its cameras are seen on the network; TLS then checks their identity.
struct CameraScout: Service {
    let finder: CameraFinder
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let browser = Browser()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await browser.run() }
                for await event in browser.nodes { note(event) }
                group.cancelAll()
            }
        }
    }

    private func note(_ event: BrowserEvent) {
        switch event {
        case .appeared(let node), .changed(let node):
            tell(node, addresses: node.addresses.map(\.authority))
        case .vanished(let node, _):
            tell(node, addresses: [])
        case .unavailable(let error):
            // `NodeAnnouncer` logs the same reason as a notice.
            logger.debug("cameras cannot be looked for on the network", metadata: ["reason": "\(error)"])
        case .omitted, .settled:
            break
        }
    }

    private func tell(_ node: FoundNode, addresses: [String]) {
        guard node.advertisement.role == .camera, let id = try? NodeID(node.advertisement.id) else { return }
        finder.saw(id, as: node.advertisement.instance, at: addresses)
    }
}
