// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Touching this initialises GStreamer, once for the process.
///
/// Nobody else has to remember to: whatever makes the first GStreamer object touches it first.
let runtime: Void = {
    // Each thread of each pipeline would get an arena of its own, which keeps what that thread has given back: 9 MB of a
    // camera, 4 MB of a recorder. Two are enough for the few threads that allocate at the same time.
    mallopt(M_ARENA_MAX, 2)
    gst_init(nil, nil)
}()

/// The version of GStreamer that this process runs with, as `1.22.0`.
public var gstreamerVersion: String {
    var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
    gst_version(&major, &minor, &micro, &nano)
    return "\(major).\(minor).\(micro)"
}

/// Gives the memory back to the system that the process has freed (`malloc_trim(3)`).
///
/// Takes about a millisecond for 100 MB, in which nobody else can allocate.
public func releaseFreeMemory() {
    malloc_trim(0)
}

/// Keeps memory together (`mallopt(3)`): two arenas, and not eight for each processor; what has 256 kB and more is mapped, and so is
/// given back as soon as it is freed.
///
/// For the beginning of a program, before it has threads.
public func keepMemoryTogether() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
}

/// Copies a string that C owns, or an empty one.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer else { return "" }
    return String(cString: pointer)
}

/// Takes over a string that C has given us, and frees it.
func text(taking pointer: UnsafeMutablePointer<CChar>?) -> String {
    guard let pointer else { return "" }
    defer { g_free(pointer) }
    return String(cString: pointer)
}
