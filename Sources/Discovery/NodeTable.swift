// SPDX-License-Identifier: Apache-2.0

/// The known nodes, merged from the sightings on each interface and protocol.
///
/// A value without a dependency on Avahi: sightings go in, events come out.
struct NodeTable {
    /// The most nodes, and the most addresses of each.
    ///
    /// A sighting beyond a limit is ignored until it changes or browsing restarts.
    static let limits = (nodes: 256, addresses: 16)

    private var sightings: [FoundNode.ID: [ServiceKey: Sighting]] = [:]
    private var ids: [ServiceKey: FoundNode.ID] = [:]
    private var saidCrowded = false

    /// The number of known nodes.
    var count: Int { sightings.count }

    /// Adds or updates a service.
    mutating func found(_ sighting: Sighting, at key: ServiceKey) -> [BrowserEvent] {
        let id = FoundNode.ID(instance: sighting.advertisement.instance, node: sighting.advertisement.id)
        var events: [BrowserEvent] = []
        if let old = ids[key], old != id { events = lost(key, .goodbye) }
        let before = node(id)
        guard before != nil || sightings.count < Self.limits.nodes else {
            if !saidCrowded {
                events.append(.omitted(name: id.instance, .crowded(limit: Self.limits.nodes)))
            }
            saidCrowded = true
            return events
        }
        guard sightings[id]?[key] != nil || sightings[id, default: [:]].count < Self.limits.addresses else {
            return events
        }
        sightings[id, default: [:]][key] = sighting
        ids[key] = id
        guard let after = node(id), after != before else { return events }
        return events + [before == nil ? .appeared(after) : .changed(after)]
    }

    /// Removes a service, and its node if this was its last address.
    mutating func lost(_ key: ServiceKey, _ reason: BrowserEvent.Departure) -> [BrowserEvent] {
        guard let id = ids.removeValue(forKey: key), let before = node(id) else { return [] }
        sightings[id]?[key] = nil
        guard let after = node(id) else {
            sightings[id] = nil
            saidCrowded = false
            return [.vanished(before, reason)]
        }
        return after == before ? [] : [.changed(after)]
    }

    /// Removes all nodes.
    mutating func lostAll(_ reason: BrowserEvent.Departure) -> [BrowserEvent] {
        let events = sightings.keys.compactMap(node).sorted { $0.id.instance < $1.id.instance }
            .map { BrowserEvent.vanished($0, reason) }
        self = NodeTable()
        return events
    }

    /// The node merged from its sightings; where they disagree, the first interface wins.
    private func node(_ id: FoundNode.ID) -> FoundNode? {
        guard let seen = sightings[id], let first = seen.min(by: { $0.key < $1.key })?.value else { return nil }
        return FoundNode(
            advertisement: first.advertisement, hostName: first.hostName,
            addresses: Set(seen.values.map(\.address)).sorted(), isLocal: seen.values.contains(where: \.isLocal))
    }
}
