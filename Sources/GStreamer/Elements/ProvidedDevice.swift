// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// A device that a plugin of GStreamer lists.
public struct ProvidedDevice: Sendable, Equatable {
    /// The name that the plugin shows.
    public let name: String
    /// What the device can deliver, in GStreamer's notation.
    public let caps: String

    /// Describes a device; see the properties.
    public init(name: String, caps: String) { (self.name, self.caps) = (name, caps) }

    /// The devices of a provider, such as `libcameraprovider`; none if it is not installed.
    ///
    /// Waits for the plugin to look for them: call it on a thread that may block.
    public static func all(of provider: String) -> [ProvidedDevice] {
        _ = runtime
        guard let provider = gst_device_provider_factory_get_by_name(provider) else { return [] }
        defer { gst_object_unref(UnsafeMutableRawPointer(provider)) }
        let list = gst_device_provider_get_devices(provider)
        defer { g_list_free_full(list) { gst_object_unref($0) } }
        var devices: [ProvidedDevice] = []
        var node = list
        while let current = node {
            if let device = current.pointee.data?.assumingMemoryBound(to: GstDevice.self) {
                let caps = gst_device_get_caps(device)
                defer { if let caps { gst_caps_unref(caps) } }
                devices.append(
                    ProvidedDevice(
                        name: text(taking: gst_device_get_display_name(device)),
                        caps: caps.map { text(taking: gst_caps_to_string($0)) } ?? ""))
            }
            node = current.pointee.next
        }
        return devices
    }

    /// Whether the device can deliver something that these caps allow; false if they cannot be read.
    public func offers(_ wanted: String) -> Bool {
        _ = runtime
        guard let offered = gst_caps_from_string(caps) else { return false }
        defer { gst_caps_unref(offered) }
        guard let wanted = gst_caps_from_string(wanted) else { return false }
        defer { gst_caps_unref(wanted) }
        return gst_caps_can_intersect(offered, wanted) != 0
    }
}
