// SPDX-License-Identifier: Apache-2.0

/// What a camera does with a press while the shutter works on another one.
package enum BusyPolicy: String, Codable, Sendable, CaseIterable {
    /// The camera queues the press and keeps the frame of its moment.
    case queue
    /// The camera refuses the press, with the reason.
    case refuse
}
