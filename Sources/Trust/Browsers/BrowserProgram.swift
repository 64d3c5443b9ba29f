// SPDX-License-Identifier: Apache-2.0

/// Which browser runs on which system, as far as the field `User-Agent` (RFC 9110, section 10.1.5) tells it.
///
/// It helps its owner to recognize a browser in a list. A browser may claim anything, so nothing else depends on it.
enum BrowserProgram {
    /// The word in the field and the browser's name.
    ///
    /// The first match counts, because most browsers also claim to be others.
    private static let names = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]

    /// A few words, for example `Chrome on Android`; nil if neither is known.
    static func text(_ userAgent: String) -> String? {
        let field = userAgent.prefix(512)
        func first(_ known: [(word: String, name: String)]) -> String? { known.first { field.contains($0.word) }?.name }
        let (name, system) = (first(names), first(systems))
        return name.map { name in system.map { "\(name) on \($0)" } ?? name } ?? system.map { "browser on \($0)" }
    }
}
