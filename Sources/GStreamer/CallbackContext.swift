// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Releases an object that was passed retained to C (GDestroyNotify).
func releaseContext(_ context: gpointer?) {
    guard let context else { return }
    Unmanaged<AnyObject>.fromOpaque(context).release()
}

/// The same for the context of a signal's handler (GClosureNotify).
func releaseClosureContext(_ context: gpointer?, _: UnsafeMutablePointer<GClosure>?) {
    releaseContext(context)
}
