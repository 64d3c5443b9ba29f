// SPDX-License-Identifier: Apache-2.0

/// What a device says of itself.
package struct VideoCapability: Sendable, Equatable {
    /// The driver, such as `uvcvideo`.
    package let driver: String
    /// The product's name.
    package let card: String
    /// Where it is plugged in, such as `usb-0000:00:14.0-2`.
    package let bus: String
}
