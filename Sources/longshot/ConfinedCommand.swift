// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Sandbox

/// A command that reads what comes from outside and gives up its rights before anything else.
protocol ConfinedCommand: AsyncParsableCommand, SendableMetatype {
    /// The node's folder.
    var home: String { get }
    /// What it may still send and receive.
    static var network: Sandbox.Network { get }
}

extension ConfinedCommand {
    /// What it may still do.
    ///
    /// Of the node's home it reads the pipelines only: the key and the footage are beside them.
    var sandbox: Sandbox { Sandbox(reading: [home + "/pipelines"], network: Self.network) }
}
