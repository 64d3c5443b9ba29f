// SPDX-License-Identifier: Apache-2.0

/// The description of a device by its driver.
package struct VideoCapability: Sendable, Equatable {
    /// The driver, such as `uvcvideo`.
    package let driver: String
    /// The product's name.
    package let card: String
    /// Its bus position, such as `usb-0000:00:14.0-2`.
    package let bus: String
}
