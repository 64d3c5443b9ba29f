// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Lets go of an object that was passed to C retained, whatever its class (GDestroyNotify).
func releaseContext(_ context: gpointer?) {
    guard let context else { return }
    Unmanaged<AnyObject>.fromOpaque(context).release()
}
