// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Glibc

extension Element {
    /// The receive buffer that the kernel granted to an open `udpsrc`, in bytes; nil without a socket.
    ///
    /// The property `buffer-size` is the requested size; the kernel may grant less (`net.core.rmem_max`).
    public var receiveBufferSize: Int? {
        guard g_object_class_find_property(reference.objectClass, "used-socket") != nil else { return nil }
        var value = GValue()
        g_value_init(&value, g_socket_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(reference.cast(to: GObject.self), "used-socket", &value)
        guard let socket = g_value_get_object(&value) else { return nil }
        var size: gint = 0
        let read = g_socket_get_option(
            socket.assumingMemoryBound(to: GSocket.self), SOL_SOCKET, SO_RCVBUF, &size, nil)
        // The kernel includes its own overhead, and reports twice the usable size (socket(7)).
        return read != 0 ? Int(size) / 2 : nil
    }
}
