// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// One announcement in the daemon: a client and an entry group, on Avahi's thread.
actor Announcement: AvahiSession {
    private let statuses: AsyncStream<AnnouncementStatus>.Continuation
    private var advertisement: Advertisement
    /// The announced name: the configured one, or an alternative after a collision.
    private var name: String
    private var client: OpaquePointer?
    private var group: OpaquePointer?
    private var isEstablished = false
    private var tries = 0
    private var report: @Sendable (LinkState) -> Void = { _ in }

    nonisolated var unownedExecutor: UnownedSerialExecutor { AvahiThread.shared.asUnownedSerialExecutor() }

    init(_ advertisement: Advertisement, _ statuses: AsyncStream<AnnouncementStatus>.Continuation) {
        (self.advertisement, self.statuses) = (advertisement, statuses)
        name = advertisement.instance
    }

    func connect(_ report: @escaping @Sendable (LinkState) -> Void) {
        self.report = report
        tries = 0
        do throws(DiscoveryError) {
            let client = try makeClient(announcementClientChanged, context)
            self.client = client
            clientChanged(to: avahi_client_get_state(client))
        } catch {
            report(.failed(error))
        }
    }

    func disconnect() {
        report = { _ in }
        if let client { avahi_client_free(client) }
        (client, group, isEstablished) = (nil, nil, false)
    }

    nonisolated func update(_ advertisement: Advertisement) {
        guard AvahiThread.shared.failure == nil else { return }
        AvahiThread.shared.post { self.assumeIsolated { $0.replace(with: advertisement) } }
    }

    private func replace(with new: Advertisement) {
        let old = advertisement
        advertisement = new
        if new.instance != old.instance { name = new.instance }
        guard let client, group != nil, avahi_client_get_state(client) == AVAHI_CLIENT_S_RUNNING else { return }
        if isEstablished, new.instance == old.instance, new.port == old.port {
            let code = TextRecord.withList(new.text) { text in
                avahi_entry_group_update_service_txt_strlst(
                    group, Avahi.anyInterface, Avahi.anyProtocol, AvahiPublishFlags(rawValue: 0), name,
                    Avahi.serviceType, nil, text)
            }
            if code < 0 { fail(code, "change the announcement") }
        } else {
            register(on: client)
        }
    }

    fileprivate func clientChanged(to state: AvahiClientState) {
        // The first call comes before the client exists; `connect` reads the state afterwards.
        guard let client else { return }
        switch state {
        case AVAHI_CLIENT_S_RUNNING:
            register(on: client)
        case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION:
            // The host's name is about to change, and the service record contains it: announces again afterwards.
            if let group { avahi_entry_group_reset(group) }
            isEstablished = false
        case AVAHI_CLIENT_CONNECTING:
            report(.waiting(.noDaemon))
        default:
            report(.failed(DiscoveryError(code: avahi_client_errno(client), doing: "stay connected")))
        }
    }

    fileprivate func groupChanged(to state: AvahiEntryGroupState) {
        // The client of this group may have been freed already.
        guard let client, group != nil else { return }
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED:
            (isEstablished, tries) = (true, 0)
            report(.up)
            statuses.yield(.announced(as: name))
        case AVAHI_ENTRY_GROUP_COLLISION:
            if rename() { register(on: client) }
        case AVAHI_ENTRY_GROUP_FAILURE:
            fail(avahi_client_errno(client), "announce \"\(name)\"")
        default:
            break
        }
    }

    /// Announces under the first name that this host does not use yet; other hosts report collisions later.
    private func register(on client: OpaquePointer) {
        isEstablished = false
        if let group {
            avahi_entry_group_reset(group)
        } else {
            group = avahi_entry_group_new(client, announcementGroupChanged, context)
        }
        guard let group else { return fail(avahi_client_errno(client), "make an announcement") }
        while true {
            let code = TextRecord.withList(advertisement.text) { text in
                avahi_entry_group_add_service_strlst(
                    group, Avahi.anyInterface, Avahi.anyProtocol, AvahiPublishFlags(rawValue: 0), name,
                    Avahi.serviceType, nil, nil, UInt16(advertisement.port), text)
            }
            if code == AVAHI_ERR_COLLISION {
                guard rename() else { return }
                continue
            }
            let commit = code < 0 ? code : avahi_entry_group_commit(group)
            if commit < 0 { fail(commit, "announce \"\(name)\"") }
            return
        }
    }

    /// Chooses the next alternative name; false after too many attempts, which ends this session.
    private func rename() -> Bool {
        tries += 1
        guard tries <= 16, let next = avahi_alternative_service_name(name) else {
            report(.failed(.nameTaken(advertisement.instance, tries: tries - 1)))
            return false
        }
        defer { avahi_free(next) }
        let old = name
        name = String(cString: next)
        statuses.yield(.renamed(from: old, to: name))
        return true
    }

    private func fail(_ code: Int32, _ doing: String) {
        report(.failed(DiscoveryError(code: code, doing: doing)))
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private func announcementClientChanged(
    _: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    let announcement = Unmanaged<Announcement>.fromOpaque(context).takeUnretainedValue()
    announcement.assumeIsolated { $0.clientChanged(to: state) }
}

private func announcementGroupChanged(
    _: OpaquePointer?, _ state: AvahiEntryGroupState, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    let announcement = Unmanaged<Announcement>.fromOpaque(context).takeUnretainedValue()
    announcement.assumeIsolated { $0.groupChanged(to: state) }
}
