// SPDX-License-Identifier: Apache-2.0

/// The content of launch text: elements with their settings, and the links between them, each with its place in the text.
struct LaunchGraph: Sendable {
    /// One `property=value` on an element.
    struct Setting: Sendable {
        let property: String
        /// The value without quotes and escapes, as the element will receive it.
        let value: String
        /// The place of the property's name.
        let propertyRange: Range<Int>
        /// The place of the value, with its quotes.
        let valueRange: Range<Int>
    }

    /// One element, or a bin around others.
    struct Element: Sendable {
        /// The factory, as written; `bin` for a bare bracket.
        let factory: String
        /// The place of the factory.
        let range: Range<Int>
        /// Whether it is a bin, which is linked through the elements inside it.
        let isBin: Bool
        var settings: [Setting] = []
        /// The end of the element's text, settings included.
        var end: Int

        /// The last `name=` of the element.
        var name: Setting? { settings.last { $0.property == "name" } }
    }

    enum End: Sendable {
        /// An element that stands here, as an index into `elements`.
        case element(Int)
        /// An element that is referred to by name.
        case reference(name: String, range: Range<Int>)
        /// A URL or a path, for which GStreamer finds an element.
        case location(Range<Int>)
    }

    /// A `!` between two ends.
    struct Joint: Sendable {
        let source: End
        let target: End
        /// The caps between two `!`.
        let caps: Range<Int>?
        /// The place of the `!`.
        let range: Range<Int>
    }

    /// All elements, in the order of the text.
    var elements: [Element] = []
    /// All links, in the order of the text.
    var joints: [Joint] = []
    /// All `name.`, linked or not.
    var references: [(name: String, range: Range<Int>)] = []
    /// The mistakes that do not depend on the elements.
    var findings: [Finding] = []

    func index(named name: String) -> Int? {
        elements.firstIndex { $0.name?.value == name }
    }

    /// The element at an end; nil if no element has the name.
    func index(of end: End) -> Int? {
        switch end {
        case .element(let index): index
        case .reference(let name, _): index(named: name)
        case .location: nil
        }
    }

    /// Whether links lead from one element to another.
    func leads(from source: Int, to target: Int) -> Bool {
        var (reached, new) = (Set([source]), [source])
        while let next = new.popLast() {
            for joint in joints where index(of: joint.source) == next {
                if let target = index(of: joint.target), reached.insert(target).inserted { new.append(target) }
            }
        }
        return reached.contains(target)
    }
}
