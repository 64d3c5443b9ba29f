// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Initializes GStreamer at the first access, once for the process.
///
/// Every function that creates the first GStreamer object must access it first.
let runtime: Void = {
    // Otherwise each thread of a pipeline would get its own arena, which retains freed memory: 9 MB in a camera, 4 MB in a
    // recorder. Two arenas suffice for the few threads that allocate concurrently.
    mallopt(M_ARENA_MAX, 2)
    gst_init(nil, nil)
    JPEGColour.register()
}()

/// The version of GStreamer that this process uses, such as `1.22.0`.
public var gstreamerVersion: String {
    var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
    gst_version(&major, &minor, &micro, &nano)
    return "\(major).\(minor).\(micro)"
}

/// Returns freed memory to the system (`malloc_trim(3)`).
///
/// Takes about 1 ms for 100 MB, and blocks all allocations meanwhile.
public func releaseFreeMemory() {
    malloc_trim(0)
}

/// Limits the process to two arenas instead of eight for each processor (`mallopt(3)`).
///
/// Allocations of 256 kB and more are mapped, so that freeing them returns their memory at once. Call it before the program has
/// threads.
public func keepMemoryTogether() {
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
}

/// Lets libcamera log errors only, unless the user has chosen otherwise (`LIBCAMERA_LOG_LEVELS`); it tells of its version and of what
/// it has not found.
///
/// Changes the environment: call it before the program has threads.
public func quietLibcamera() {
    setenv("LIBCAMERA_LOG_LEVELS", "*:ERROR", 0)
}

/// Copies a string that C owns; empty for nil.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer else { return "" }
    return String(cString: pointer)
}

/// Copies a string from C and frees it.
func text(taking pointer: UnsafeMutablePointer<CChar>?) -> String {
    guard let pointer else { return "" }
    defer { g_free(pointer) }
    return String(cString: pointer)
}
