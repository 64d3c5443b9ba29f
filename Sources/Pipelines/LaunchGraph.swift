// SPDX-License-Identifier: Apache-2.0

/// What launch text says: elements with their settings, and how they are joined, each with its place in the text.
struct LaunchGraph: Sendable {
    /// One `property=value` on an element.
    struct Setting: Sendable {
        /// The property, as written.
        let property: String
        /// The value, without quotes and escapes, as the element will get it.
        let value: String
        /// Where the property's name stands.
        let propertyRange: Range<Int>
        /// Where the value stands, quotes included.
        let valueRange: Range<Int>
    }

    /// One element, or a bin around others.
    struct Element: Sendable {
        /// The factory, as written; `bin` for a bare bracket.
        let factory: String
        /// Where the factory stands.
        let range: Range<Int>
        /// Whether it is a bin: it is joined through what is inside it.
        let isBin: Bool
        /// Its settings, in order.
        var settings: [Setting] = []
        /// Where the element's words end, settings included.
        var end: Int

        /// The name that the text gives it.
        var name: Setting? { settings.last { $0.property == "name" } }
    }

    /// One end of a joint.
    enum End: Sendable {
        /// An element in this place, by its index in `elements`.
        case element(Int)
        /// An element named elsewhere.
        case reference(name: String, range: Range<Int>)
        /// A URL or a path, for which GStreamer finds an element.
        case location(Range<Int>)
    }

    /// A `!` between two ends.
    struct Joint: Sendable {
        /// Where buffers come from.
        let source: End
        /// Where they go.
        let target: End
        /// Caps that stand between two `!`.
        let caps: Range<Int>?
        /// Where the `!` stands.
        let range: Range<Int>
    }

    /// All elements, in the order of the text.
    var elements: [Element] = []
    /// All joints, in the order of the text.
    var joints: [Joint] = []
    /// All `name.`, whether joined or not.
    var references: [(name: String, range: Range<Int>)] = []
    /// What the text gets wrong by itself, whatever the elements are.
    var findings: [Finding] = []

    /// The index of the element of that name.
    func index(named name: String) -> Int? {
        elements.firstIndex { $0.name?.value == name }
    }

    /// The element at an end; nil when it is named nowhere.
    func index(of end: End) -> Int? {
        switch end {
        case .element(let index): index
        case .reference(let name, _): index(named: name)
        case .location: nil
        }
    }
}
