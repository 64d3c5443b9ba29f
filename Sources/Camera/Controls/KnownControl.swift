// SPDX-License-Identifier: Apache-2.0
import Video4Linux

/// The name, unit and automatic mode of a well-known control.
///
/// Ids and units are those of the kernel's V4L2 documentation ("Camera Control Reference", "User Controls", "Flash Control
/// Reference").
package struct KnownControl: Sendable {
    /// The automatic mode of a control.
    struct Automatic: Sendable {
        /// The id of the control that switches the mode.
        let id: UInt32
        /// Its value for manual.
        let manual: Int64
        /// Its values for automatic, the best first.
        let automatic: [Int64]

        init(_ id: UInt32, manual: Int64 = 0, automatic: [Int64] = [1]) {
            (self.id, self.manual, self.automatic) = (id, manual, automatic)
        }
    }

    /// The name in commands.
    let key: String
    /// The unit of its values.
    let unit: String?
    /// The size of one driver step in that unit.
    let scale: Double
    /// Its automatic mode, if it has one.
    let automatic: Automatic?
    /// The value that keeps the light on; nil for other controls.
    let torch: Int64?

    private init(
        _ key: String, _ unit: String? = nil, scale: Double = 1, _ automatic: Automatic? = nil, torch: Int64? = nil
    ) {
        (self.key, self.unit, self.scale, self.automatic) = (key, unit, scale, automatic)
        self.torch = torch
    }

    /// The names of all well-known controls.
    package static let keys = Set(list.map(\.1.key))

    /// The well-known control with an id.
    static func named(_ id: UInt32) -> KnownControl? { all[id] }

    /// The place of a well-known control in the display order.
    static func rank(_ id: UInt32) -> Int? { order[id] }

    private static let all = Dictionary(uniqueKeysWithValues: list)
    private static let order = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1.0, $0) })
    private static let list: [(UInt32, KnownControl)] = [
        // Steps of 100 µs; aperture priority before full automatic, because webcams only have the former.
        (0x9A_0902, KnownControl("exposure", "s", scale: 1e-4, Automatic(0x9A_0901, manual: 1, automatic: [3, 0]))),
        (0x9A_0913, KnownControl("exposure-bias", "EV", scale: 1e-3)),
        (0x98_0913, KnownControl("gain", nil, Automatic(0x98_0912))),
        // A menu of ISO values times 1,000.
        (0x9A_0917, KnownControl("iso", "ISO", scale: 1e-3, Automatic(0x9A_0918))),
        (0x98_091A, KnownControl("white-balance", "K", Automatic(0x98_090C))),
        (0x9A_090A, KnownControl("focus", nil, Automatic(0x9A_090C))),
        (0x9A_090D, KnownControl("zoom")),
        (0x9A_0908, KnownControl("pan", "degree", scale: 1.0 / 3_600)),
        (0x9A_0909, KnownControl("tilt", "degree", scale: 1.0 / 3_600)),
        (0x98_0918, KnownControl("power-line")),
        (0x9C_0901, KnownControl("flash", torch: 2)),
        (0x9C_0907, KnownControl("flash-level", "mA")),
        (0x9C_0908, KnownControl("torch-level", "mA")),
        (0x98_0900, KnownControl("brightness", nil, Automatic(0x98_0920))),
        (0x98_0901, KnownControl("contrast")),
        (0x98_0902, KnownControl("saturation")),
        (0x98_0903, KnownControl("hue", nil, Automatic(0x98_0919))),
        (0x98_091B, KnownControl("sharpness")),
        (0x98_091C, KnownControl("backlight")),
        (0x98_0914, KnownControl("mirror")),
        (0x98_0915, KnownControl("flip")),
    ]
}
