// SPDX-License-Identifier: Apache-2.0

/// A setting of a node: where it is written, which values it takes, and what it does.
///
/// `Effective` is the type of the value that holds in the end: optional if the setting may be left out.
struct Setting<Value: Sendable, Effective: Sendable>: Sendable {
    /// Its place in `longshot.yaml`.
    let key: String
    /// The option of the command line without its dashes; nil if there is none.
    let option: String?
    /// What holds if it is not set.
    let fallback: Effective
    /// The fallback in words.
    let fallbackText: String
    /// What it does, as a sentence.
    let meaning: String
    /// The value that holds if it is set.
    let effective: @Sendable (Value) -> Effective
    /// A value that may be typed.
    let example: String
    private let kind: SettingKind<Value>

    /// The allowed values in words.
    var allowed: String { kind.allowed }

    /// The value that a text stands for.
    func value(of text: SettingText, from source: SettingSource) throws(SettingError) -> Value {
        guard let value = kind.read(text) else {
            throw SettingError(key: key, source: source, allowed: allowed, text: text, example: example)
        }
        return value
    }
}

extension Setting where Effective == Value {
    /// A setting with a default value.
    init(_ key: String, option: String? = nil, _ kind: SettingKind<Value>, default fallback: Value, _ meaning: String) {
        (self.key, self.option, self.kind, self.meaning) = (key, option, kind, meaning)
        (self.fallback, example) = (fallback, kind.write(fallback))
        fallbackText = example == "[]" ? "none" : example
        effective = { $0 }
    }
}

extension Setting where Effective == Value? {
    /// A setting that may be left out.
    ///
    /// - Parameter fallbackText: what holds then, in words.
    init(
        _ key: String, option: String? = nil, _ kind: SettingKind<Value>, without fallbackText: String,
        _ meaning: String
    ) {
        (self.key, self.option, self.kind, self.meaning) = (key, option, kind, meaning)
        (fallback, self.fallbackText, example) = (nil, fallbackText, kind.example)
        effective = { $0 }
    }
}

extension Setting: SettingRow {}
