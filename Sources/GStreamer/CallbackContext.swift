// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Lets go of an object that was passed to C retained, whatever its class (GDestroyNotify).
func releaseContext(_ context: gpointer?) {
    guard let context else { return }
    Unmanaged<AnyObject>.fromOpaque(context).release()
}

/// The same, for what a signal's handler was given (GClosureNotify).
func releaseClosureContext(_ context: gpointer?, _: UnsafeMutablePointer<GClosure>?) {
    releaseContext(context)
}
