// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// Asks the daemon which addresses it publishes for its own host, on Avahi's thread.
///
/// The client library has no list of interfaces. The host's own address records, for each interface, are better: they are what
/// other machines receive.
actor AvahiProbe: AvahiSession {
    private let answer: AsyncStream<AvahiStatus>.Continuation
    private var client: OpaquePointer?
    private var addresses: [String: Set<String>] = [:]
    private var unfinished = 0
    private var report: @Sendable (LinkState) -> Void = { _ in }

    nonisolated var unownedExecutor: UnownedSerialExecutor { AvahiThread.shared.asUnownedSerialExecutor() }

    init(_ answer: AsyncStream<AvahiStatus>.Continuation) {
        self.answer = answer
    }

    func connect(_ report: @escaping @Sendable (LinkState) -> Void) {
        self.report = report
        do throws(DiscoveryError) {
            let client = try makeClient(probeClientChanged, context)
            self.client = client
            let isThere = avahi_client_get_state(client) != AVAHI_CLIENT_CONNECTING
            isThere ? ask(client) : report(.waiting(.noDaemon))
        } catch {
            report(.failed(error))
        }
    }

    func disconnect() {
        report = { _ in }
        if let client { avahi_client_free(client) }
        client = nil
    }

    private func ask(_ client: OpaquePointer) {
        let host = avahi_client_get_host_name_fqdn(client)
        for type in [AVAHI_DNS_TYPE_A, AVAHI_DNS_TYPE_AAAA] {
            let browser = avahi_record_browser_new(
                client, Avahi.anyInterface, Avahi.anyProtocol, host, UInt16(AVAHI_DNS_CLASS_IN), UInt16(type),
                AvahiLookupFlags(rawValue: 0), recordFound, context)
            guard browser != nil else {
                let error = DiscoveryError(code: avahi_client_errno(client), doing: "list addresses")
                return report(.failed(error))
            }
            unfinished += 1
        }
    }

    fileprivate func failed() {
        guard let client else { return }
        report(.failed(DiscoveryError(code: avahi_client_errno(client), doing: "stay connected")))
    }

    fileprivate func found(_ address: String?, on interface: Int32, _ event: AvahiBrowserEvent) {
        switch event {
        case AVAHI_BROWSER_NEW:
            if let address { addresses[Avahi.interfaceName(interface), default: []].insert(address) }
        case AVAHI_BROWSER_ALL_FOR_NOW, AVAHI_BROWSER_FAILURE:
            unfinished -= 1
            if unfinished == 0, let client { conclude(client) }
        default:
            break
        }
    }

    private func conclude(_ client: OpaquePointer) {
        let phase: AvahiStatus.Phase
        switch avahi_client_get_state(client) {
        case AVAHI_CLIENT_S_RUNNING: phase = .running
        case AVAHI_CLIENT_S_REGISTERING: phase = .registering
        default: phase = .collision
        }
        let interfaces = addresses.sorted { $0.key < $1.key }
            .map { AvahiStatus.Interface(name: $0.key, addresses: $0.value.sorted()) }
        answer.yield(
            .running(
                version: avahi_client_get_version_string(client).map { String(cString: $0) } ?? "",
                hostName: avahi_client_get_host_name_fqdn(client).map { String(cString: $0) } ?? "", phase: phase,
                interfaces: interfaces))
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private func probeClientChanged(
    _: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?
) {
    guard let context, state == AVAHI_CLIENT_FAILURE else { return }
    let probe = Unmanaged<AvahiProbe>.fromOpaque(context).takeUnretainedValue()
    probe.assumeIsolated { $0.failed() }
}

private func recordFound(
    _: OpaquePointer?, _ interface: AvahiIfIndex, _: AvahiProtocol, _ event: AvahiBrowserEvent,
    _: UnsafePointer<CChar>?, _: UInt16, _ type: UInt16, _ data: UnsafeRawPointer?, _ size: Int,
    _: AvahiLookupResultFlags, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    var text: String?
    if let data {
        let bytes = Array(UnsafeRawBufferPointer(start: data, count: size))
        text = Avahi.text(ofRecord: bytes, on: Avahi.interfaceName(interface))
    }
    let probe = Unmanaged<AvahiProbe>.fromOpaque(context).takeUnretainedValue()
    probe.assumeIsolated { $0.found(text, on: interface, event) }
}
