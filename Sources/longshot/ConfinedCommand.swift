// SPDX-License-Identifier: Apache-2.0
import Sandbox

/// A command that reads what comes from outside and gives up its rights before anything else.
protocol ConfinedCommand: SendableMetatype {
    /// What it may still do.
    var sandbox: Sandbox { get }
}
