// SPDX-License-Identifier: Apache-2.0
package import Media
package import SystemPackage

/// The settings of a camera box.
///
/// `docs/reference/configuration.md` lists the defaults.
package struct CameraSettings: Sendable {
    /// The folder of the spool, stills and pipelines.
    package var home: FilePath
    /// The value of `capture` that chooses a pipeline for the first camera that is plugged in.
    package static let automatic = "auto"

    /// The capture pipeline: a name or a path, or `automatic`.
    package var capture = "pattern"
    /// Values for named elements of the capture pipeline, as `element.property=value`.
    package var values: [String] = []
    /// Memory for the ring of raw frames, in bytes; 0 for no ring.
    package var ringBytes = 48_000_000

    /// The usual memory for the ring on a machine with so many bytes of memory.
    ///
    /// A small one has other uses for it: with 12 MB the ring has three frames at 1920×1080.
    package static func usualRing(memory: UInt64) -> Int {
        memory < 1_000_000_000 ? 12_000_000 : 48_000_000
    }

    /// The camera's make for stills and exports; nil if unknown.
    package var make: String?
    /// The camera's model for stills and exports; nil for the device's own name.
    package var model: String?
    /// The f-number of the lens for EXIF; nil if unknown.
    package var aperture: Double?
    /// The focal length of the lens in millimetres for EXIF; nil if unknown.
    package var focalLength: Double?
    /// The ISO value of one step of the camera's gain; nil if unknown.
    package var isoPerGain: Double?
    /// The orientation of stills and exports.
    package var orientation = PictureOrientation.upright
    /// The folder of the spool; nil for one in the home.
    ///
    /// A file system in memory avoids wear on flash.
    package var spool: FilePath?
    /// A folder in memory for the frames in progress, which outlives the program; nil for none.
    package var journal: FilePath?
    /// A light: a folder of `/sys/class/leds`; nil for none.
    package var torch: FilePath?
    /// The pipeline that shows the picture on a screen of this machine; nil for none.
    package var screen: String?
    /// The spool's size in bytes.
    package var spoolBytes = 2_000_000_000
    /// Whether peers may learn where they are before the camera.
    package var isNearbyPermitted = false
    /// The maximum number of viewers at once.
    package var viewers = 8
    /// How much footage to keep that no recorder needs any more, in seconds.
    package var spoolSeconds = 15 * 60

    /// Creates settings with defaults and a home.
    package init(home: FilePath) {
        self.home = home
    }
}
