// SPDX-License-Identifier: Apache-2.0

/// A setting of a node: its name, allowed values, default and meaning.
///
/// `Effective` is the type of the resulting value: optional if the setting has no default.
struct Setting<Value: Sendable, Effective: Sendable>: Sendable {
    /// Its place in `longshot.yaml`.
    let key: String
    /// The command-line option without its dashes; nil if there is none.
    let option: String?
    /// The value if it is not set.
    let fallback: Effective
    /// The fallback in words.
    let fallbackText: String
    /// Its effect, as a sentence.
    let meaning: String
    /// Turns a value that is set into the effective one.
    let effective: @Sendable (Value) -> Effective
    /// An example of a value, as users type it.
    let example: String
    private let kind: SettingKind<Value>

    /// The allowed values in words.
    var allowed: String { kind.allowed }
    /// The words that are allowed; empty for a value that is no choice.
    var choices: [String] { kind.choices }

    /// The value that a text stands for.
    func value(of text: SettingText, from source: SettingSource) throws(SettingError) -> Value {
        guard let value = kind.read(text) else {
            throw SettingError(key: key, source: source, allowed: allowed, text: text, example: example)
        }
        return value
    }

    func check(_ text: SettingText, from source: SettingSource) throws(SettingError) {
        _ = try value(of: text, from: source)
    }
}

extension Setting where Effective == Value {
    /// A setting with a default value.
    init(_ key: String, option: String? = nil, _ kind: SettingKind<Value>, default fallback: Value, _ meaning: String) {
        (self.key, self.option, self.kind, self.meaning) = (key, option, kind, meaning)
        let text = kind.write(fallback)
        self.fallback = fallback
        (fallbackText, example) = text == "[]" ? ("none", kind.example) : (text, text)
        effective = { $0 }
    }
}

extension Setting where Effective == Value? {
    /// A setting without a default value.
    ///
    /// - Parameter fallbackText: what applies if it is not set, in words.
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
