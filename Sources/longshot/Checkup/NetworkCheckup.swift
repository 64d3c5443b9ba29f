// SPDX-License-Identifier: Apache-2.0
import Discovery

/// Checks whether nodes can be found on the network.
enum NetworkCheckup {
    /// The results, and the nodes that announce themselves; nil if Avahi cannot be used.
    static func run(_ files: SystemFiles = SystemFiles()) async -> (diagnoses: [Diagnosis], seen: [FoundNode]?) {
        switch await AvahiStatus.probe() {
        case .unavailable(let error):
            return ([diagnosis(of: error, files)], nil)
        case .running(let version, let hostName, let phase, let interfaces):
            guard !interfaces.isEmpty else {
                let joined = MulticastMembership().interfaces.joined(separator: ", ")
                guard joined.isEmpty else {
                    let finding =
                        "multicast is blocked on \(joined): this machine does not even receive its own mDNS packets"
                    let remedy = "let UDP 5353 in: \(Firewall(files).command(opening: 5353, "udp"))"
                    return ([Diagnosis("Avahi", .problem, finding, remedy: remedy)], nil)
                }
                let finding = "avahi-daemon answers on no network interface, so that no node can be found"
                let remedy =
                    "look at allow-interfaces and deny-interfaces in /etc/avahi/avahi-daemon.conf, and at `ip address`"
                return ([Diagnosis("Avahi", .problem, finding, remedy: remedy)], nil)
            }
            var all: [Diagnosis] = []
            let names = interfaces.map { "\($0.name) (\($0.addresses.joined(separator: " ")))" }.joined(separator: ", ")
            let isAlone = interfaces.allSatisfy { $0.name == "lo" }
            all.append(
                isAlone
                    ? Diagnosis(
                        "Avahi", .problem, "avahi-daemon answers on the loopback only",
                        remedy:
                            "look at allow-interfaces in /etc/avahi/avahi-daemon.conf, and whether the network is up")
                    : Diagnosis("Avahi", .ok, "\(version) as \(hostName) on \(names)"))
            if phase == .collision {
                all.append(
                    Diagnosis("Avahi", .warning, "another machine has the name \(hostName); it will choose another"))
            }
            return (all, await look())
        }
    }

    /// Why Avahi cannot be used, and the command that starts it.
    static func diagnosis(of error: DiscoveryError, _ files: SystemFiles) -> Diagnosis {
        let start = "sudo systemctl enable --now avahi-daemon"
        let (reason, remedy) =
            switch error {
            case .noDaemon:
                (
                    "avahi-daemon does not run",
                    files.has("/usr/sbin/avahi-daemon") ? start : "sudo apt-get install avahi-daemon"
                )
            case .noMessageBus:
                ("the system message bus does not run", "sudo apt-get install dbus avahi-daemon && \(start)")
            default: ("Avahi fails", "\(error)")
            }
        return Diagnosis("Avahi", .problem, "nodes cannot be found automatically: \(reason)", remedy: remedy)
    }

    /// The nodes that announce themselves within two seconds.
    private static func look() async -> [FoundNode] {
        let browser = Browser()
        return await withTaskGroup(of: [FoundNode]?.self) { group in
            group.addTask {
                try? await browser.run()
                // The search must not end early if the browser fails.
                try? await Task.sleep(for: .seconds(2))
                return nil
            }
            group.addTask {
                var seen: [FoundNode.ID: FoundNode] = [:]
                let end = ContinuousClock.now + .seconds(2)
                for await event in browser.nodes {
                    switch event {
                    case .appeared(let node), .changed(let node): seen[node.id] = node
                    case .vanished(let node, _): seen[node.id] = nil
                    case .omitted, .settled, .unavailable: break
                    }
                    if ContinuousClock.now > end { break }
                }
                return Array(seen.values)
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(2))
                return nil
            }
            var found: [FoundNode] = []
            // The timer ends first; the reader then returns its nodes.
            _ = await group.next()
            group.cancelAll()
            for await nodes in group { found += nodes ?? [] }
            return found
        }
    }
}
