// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// One argument of a signal.
enum SignalArgument {
    case text(String)
    /// A boxed value, borrowed during the call; nil for none.
    case boxed(UnsafeRawPointer?, GType)
}

/// Emits an action signal, which is a method known only by its name; false if the object has none of that name.
///
/// - Parameter type: the type of the signal's result, which is ignored; nil for none.
func emit(
    _ signal: String, on object: UnsafeMutablePointer<GObject>, _ arguments: [SignalArgument],
    returning type: GType? = nil
) -> Bool {
    let number = g_signal_lookup(signal, object.pointee.g_type_instance.g_class.pointee.g_type)
    guard number != 0 else { return false }
    var values = [GValue](repeating: GValue(), count: arguments.count + 1)
    g_value_init(&values[0], g_type_from_name("GObject"))
    g_value_set_object(&values[0], UnsafeMutableRawPointer(object))
    for (index, argument) in zip(1..., arguments) {
        switch argument {
        case .text(let text):
            g_value_init(&values[index], g_type_from_name("gchararray"))
            g_value_set_string(&values[index], text)
        case .boxed(let value, let type):
            g_value_init(&values[index], type)
            g_value_set_boxed(&values[index], value)
        }
    }
    if let type {
        var result = GValue()
        g_value_init(&result, type)
        g_signal_emitv(&values, number, 0, &result)
        g_value_unset(&result)
    } else {
        g_signal_emitv(&values, number, 0, nil)
    }
    for index in values.indices { g_value_unset(&values[index]) }
    return true
}

/// Connects a C function to a signal; the object retains `context`.
///
/// - Parameter handler: a function with the signal's signature, cast.
func connect(
    _ signal: String, of object: UnsafeMutablePointer<GObject>, to handler: @escaping GCallback, _ context: AnyObject
) {
    g_signal_connect_data(
        UnsafeMutableRawPointer(object), signal, handler, Unmanaged.passRetained(context).toOpaque(),
        releaseClosureContext, GConnectFlags(rawValue: 0))
}
