// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// The browsing in the daemon: a client, a browser, and a resolver for each service, on Avahi's thread.
///
/// Resolvers stay open as long as their service: they report changed TXT records, and nodes that went without a goodbye.
actor Browsing: AvahiSession {
    /// Below the number of objects that the daemon allows one client (1024).
    private static let resolverLimit = 768

    private let events: AsyncStream<BrowserEvent>.Continuation
    private var client: OpaquePointer?
    private var browser: OpaquePointer?
    private var resolvers: [ServiceKey: OpaquePointer] = [:]
    /// The services whose resolver has not answered since browsing began.
    private var pending: Set<ServiceKey> = []
    private var omissions: [ServiceKey: BrowserEvent.Omission] = [:]
    private var nodes = NodeTable()
    private var isListed = false
    private var isSettled = false
    private var isFailed = false
    private var report: @Sendable (LinkState) -> Void = { _ in }

    nonisolated var unownedExecutor: UnownedSerialExecutor { AvahiThread.shared.asUnownedSerialExecutor() }

    init(_ events: AsyncStream<BrowserEvent>.Continuation) {
        self.events = events
    }

    func connect(_ report: @escaping @Sendable (LinkState) -> Void) {
        self.report = report
        isFailed = false
        do throws(DiscoveryError) {
            let client = try makeClient(browsingClientChanged, context)
            self.client = client
            clientChanged(to: avahi_client_get_state(client))
        } catch {
            fail(error)
        }
    }

    func disconnect() {
        report = { _ in }
        if let client { avahi_client_free(client) }
        (client, browser, resolvers) = (nil, nil, [:])
        (pending, omissions, nodes, isListed, isSettled) = ([], [:], NodeTable(), false, false)
    }

    fileprivate func clientChanged(to state: AvahiClientState) {
        // The first call comes before the client exists; `connect` reads the state afterwards.
        guard let client else { return }
        switch state {
        case AVAHI_CLIENT_S_RUNNING, AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION:
            guard browser == nil else { return }
            browser = avahi_service_browser_new(
                client, Avahi.anyInterface, Avahi.anyProtocol, Avahi.serviceType, nil, AvahiLookupFlags(rawValue: 0),
                browserCalled, context)
            browser == nil ? fail(avahi_client_errno(client), "browse") : report(.up)
        case AVAHI_CLIENT_CONNECTING:
            report(.waiting(.noDaemon))
        default:
            fail(avahi_client_errno(client), "stay connected")
        }
    }

    fileprivate func browserSaid(_ event: AvahiBrowserEvent, _ key: ServiceKey?) {
        guard !isFailed, let client else { return }
        switch (event, key) {
        case (AVAHI_BROWSER_NEW, let key?):
            resolve(key, on: client)
        case (AVAHI_BROWSER_REMOVE, let key?):
            if let resolver = resolvers.removeValue(forKey: key) { avahi_service_resolver_free(resolver) }
            omissions[key] = nil
            emit(nodes.lost(key, .goodbye))
            settle(key)
        case (AVAHI_BROWSER_ALL_FOR_NOW, _):
            isListed = true
            settle(nil)
        case (AVAHI_BROWSER_FAILURE, _):
            fail(avahi_client_errno(client), "browse")
        default:
            break
        }
    }

    private func resolve(_ key: ServiceKey, on client: OpaquePointer) {
        guard resolvers[key] == nil else { return }
        guard resolvers.count < Self.resolverLimit else {
            return omit(key, .crowded(limit: NodeTable.limits.nodes))
        }
        // Resolves over the protocol of the announcement: the host may have no address of the other kind.
        let resolver = avahi_service_resolver_new(
            client, key.interface, key.protocolNumber, key.name, Avahi.serviceType, key.domain, key.protocolNumber,
            AvahiLookupFlags(rawValue: 0), resolverCalled, context)
        // Gives up at once: if this call timed out waiting for the daemon, the next one would, too.
        guard let resolver else { return fail(avahi_client_errno(client), "look up \"\(key.name)\"") }
        resolvers[key] = resolver
        pending.insert(key)
    }

    fileprivate func resolved(_ key: ServiceKey, _ result: Result<Sighting, AdvertisementError>?) {
        guard !isFailed, resolvers[key] != nil else { return }
        switch result {
        case .success(let sighting):
            omissions[key] = nil
            emit(nodes.found(sighting, at: key))
        case .failure(let error):
            emit(nodes.lost(key, .goodbye))
            omit(key, .malformed(error))
        case nil:
            let gone = nodes.lost(key, .timeout)
            gone.isEmpty ? omit(key, .noAnswer) : emit(gone)
        }
        settle(key)
    }

    /// Reports why a service is not listed, once for each reason.
    private func omit(_ key: ServiceKey, _ reason: BrowserEvent.Omission) {
        guard omissions[key] != reason, omissions.count < 2 * Self.resolverLimit else { return }
        omissions[key] = reason
        events.yield(.omitted(name: DisplayName.cleaned(key.name), reason))
    }

    private func settle(_ key: ServiceKey?) {
        if let key { pending.remove(key) }
        guard isListed, !isSettled, pending.isEmpty else { return }
        isSettled = true
        events.yield(.settled)
    }

    private func emit(_ news: [BrowserEvent]) {
        for event in news { events.yield(event) }
    }

    private func fail(_ code: Int32, _ doing: String) {
        fail(DiscoveryError(code: code, doing: doing))
    }

    private func fail(_ error: DiscoveryError) {
        guard !isFailed else { return }
        isFailed = true
        emit(nodes.lostAll(.daemonGone))
        report(.failed(error))
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private func browsingClientChanged(
    _: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    let browsing = Unmanaged<Browsing>.fromOpaque(context).takeUnretainedValue()
    browsing.assumeIsolated { $0.clientChanged(to: state) }
}

private func browserCalled(
    _: OpaquePointer?, _ interface: AvahiIfIndex, _ protocolNumber: AvahiProtocol, _ event: AvahiBrowserEvent,
    _ name: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?,
    _: AvahiLookupResultFlags, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    let key = ServiceKey(interface: interface, protocolNumber: protocolNumber, name: name, domain: domain)
    let browsing = Unmanaged<Browsing>.fromOpaque(context).takeUnretainedValue()
    browsing.assumeIsolated { $0.browserSaid(event, key) }
}

private func resolverCalled(
    _: OpaquePointer?, _ interface: AvahiIfIndex, _ protocolNumber: AvahiProtocol, _ event: AvahiResolverEvent,
    _ name: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?,
    _ host: UnsafePointer<CChar>?, _ address: UnsafePointer<AvahiAddress>?, _ port: UInt16,
    _ text: UnsafeMutablePointer<AvahiStringList>?, _ flags: AvahiLookupResultFlags,
    _ context: UnsafeMutableRawPointer?
) {
    guard let context,
        let key = ServiceKey(interface: interface, protocolNumber: protocolNumber, name: name, domain: domain)
    else { return }
    var result: Result<Sighting, AdvertisementError>?
    if event == AVAHI_RESOLVER_FOUND, let host, let address {
        result = Sighting.reading(
            key, host: String(cString: host), address: address, port: Int(port),
            text: TextRecord.strings(in: text), flags: flags)
    }
    let browsing = Unmanaged<Browsing>.fromOpaque(context).takeUnretainedValue()
    browsing.assumeIsolated { $0.resolved(key, result) }
}
