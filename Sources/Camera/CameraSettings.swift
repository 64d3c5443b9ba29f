// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// How a camera box is set up.
///
/// The defaults are the ones that `docs/reference/configuration.md` lists.
package struct CameraSettings: Sendable {
    /// Where the node keeps its spool, stills and pipelines.
    package var home: FilePath
    /// The name that stands for whatever suits the first camera that is plugged in.
    package static let automatic = "auto"

    /// The capture pipeline: a name or a path, or `automatic`.
    package var capture = "pattern"
    /// Values for named elements of the capture pipeline, as `element.property=value`.
    package var values: [String] = []
    /// Memory for the ring of raw frames, in bytes; 0 for no ring.
    package var ringBytes = 48_000_000
    /// Who made the camera, as photographs say; nil when nobody says.
    package var make: String?
    /// What camera it is, as photographs say; nil for what it calls itself.
    package var model: String?
    /// The f-number of the lens, as photographs say; nil when nobody says.
    package var aperture: Double?
    /// The focal length of the lens in millimetres, as photographs say; nil when nobody says.
    package var focalLength: Double?
    /// What one step of the camera's gain is as ISO; nil where nobody knows.
    package var isoPerGain: Double?
    /// How photographs are to be turned.
    package var orientation = PictureOrientation.upright
    /// Where the spool is; nil means in the home.
    ///
    /// A file system in memory spares fragile flash.
    package var spool: FilePath?
    /// A light: a folder of `/sys/class/leds`; nil for none.
    package var torch: FilePath?
    /// The pipeline that shows the picture on a screen of this machine; nil for none.
    package var screen: String?
    /// The spool's size in bytes.
    package var spoolBytes = 2 << 30
    /// How many people may watch at once.
    package var viewers = 8
    /// How much footage is kept that no recorder needs any more, in seconds.
    package var spoolSeconds = 15 * 60

    /// A camera box with defaults, at home in a folder.
    package init(home: FilePath) {
        self.home = home
    }
}
