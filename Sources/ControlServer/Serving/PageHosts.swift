// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Trust

/// The host names under which browsers may reach a node; refusing all others prevents DNS rebinding.
enum PageHosts {
    /// The node's addresses, its host name with and without `.local`, `localhost`, and the names that the owner adds.
    static func names(listeningOn host: String, adding others: [String]) -> Set<String> {
        let machine = ProcessInfo.processInfo.hostName.lowercased()
        let short = machine.prefix { $0 != "." }
        let addresses = LocalAddresses.list(listeningOn: host, port: 1).map(\.host)
        return Set(addresses + ["localhost", machine, "\(short)", "\(short).local"] + others.map { $0.lowercased() })
    }
}
