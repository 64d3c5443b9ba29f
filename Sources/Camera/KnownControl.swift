// SPDX-License-Identifier: Apache-2.0
import Video4Linux

/// What a well-known control is called, counts, and which automatic it belongs to.
///
/// Numbers and units as the kernel's V4L2 documentation gives them ("Camera Control Reference", "User Controls",
/// "Flash Control Reference").
struct KnownControl: Sendable {
    /// Who sets a control instead of a person.
    struct Automatic: Sendable {
        /// The number of the control that switches between the two.
        let id: UInt32
        /// Its value when a person sets the control.
        let manual: Int64
        /// Its values when the camera does, the best first.
        let automatic: [Int64]

        init(_ id: UInt32, manual: Int64 = 0, automatic: [Int64] = [1]) {
            (self.id, self.manual, self.automatic) = (id, manual, automatic)
        }
    }

    /// The name in commands.
    let key: String
    /// What its numbers count.
    let unit: String?
    /// How much of the unit one of the driver's steps is.
    let scale: Double
    /// Who sets it instead of a person.
    let automatic: Automatic?
    /// Its value as a light that stays on, for a control that is one.
    let torch: Int64?

    private init(
        _ key: String, _ unit: String? = nil, scale: Double = 1, _ automatic: Automatic? = nil, torch: Int64? = nil
    ) {
        (self.key, self.unit, self.scale, self.automatic) = (key, unit, scale, automatic)
        self.torch = torch
    }

    /// What is known of a control by its number.
    static func named(_ id: UInt32) -> KnownControl? { all[id] }

    /// Where a control stands among those with names, for people to find.
    static func rank(_ id: UInt32) -> Int? { order[id] }

    private static let all = Dictionary(uniqueKeysWithValues: list)
    private static let order = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1.0, $0) })
    private static let list: [(UInt32, KnownControl)] = [
        // Steps of 100 µs; aperture priority before full automatic, for webcams know only the former.
        (0x9A_0902, KnownControl("exposure", "s", scale: 1e-4, Automatic(0x9A_0901, manual: 1, automatic: [3, 0]))),
        (0x9A_0913, KnownControl("exposure-bias", "EV", scale: 1e-3)),
        (0x98_0913, KnownControl("gain", nil, Automatic(0x98_0912))),
        // A menu of numbers: a thousand times the standard's.
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
