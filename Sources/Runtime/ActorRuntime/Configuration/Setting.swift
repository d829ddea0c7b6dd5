/// A configuration key with the type of its value, declared once and read through its declaration.
///
/// A setting with a default always has a value. One without is optional, except that a list is then empty, and a switch
/// off.
public struct Setting<Value: Sendable>: Sendable {
    /// The key in the process's configuration table.
    public let key: ConfigurationKey
    let read: @Sendable (ActorConfiguration, String) throws -> Value

    private init(
        _ name: String,
        kind: ConfigurationKind,
        default text: String? = nil,
        example: String? = nil,
        doc: String,
        isRequired: Bool = false,
        read: @escaping @Sendable (ActorConfiguration, String) throws -> Value
    ) {
        key = ConfigurationKey(name, kind: kind, default: text, example: example, doc: doc, isRequired: isRequired)
        self.read = read
    }
}

extension ActorConfiguration {
    /// The value of a setting.
    ///
    /// - Throws: ``RuntimeError`` `configuration` if the setting has a default and the actor's table does not list it.
    public subscript<Value>(_ setting: Setting<Value>) -> Value {
        get throws { try setting.read(self, setting.key.name) }
    }
}

// MARK: - Texts

extension Setting where Value == String {
    /// A text; one of the allowed values if there are any.
    public static func text(_ name: String, allowed: [String] = [], default text: String, doc: String) -> Self {
        Self(name, kind: .string(allowed: allowed), default: text, doc: doc) { try $0.string($1) }
    }

    /// An id as used in topics.
    public static func id(_ name: String, default text: String, doc: String) -> Self {
        Self(name, kind: .id, default: text, doc: doc) { try $0.string($1) }
    }

    /// An id without which the process cannot start.
    public static func requiredID(_ name: String, default text: String? = nil, doc: String) -> Self {
        Self(name, kind: .id, default: text, doc: doc, isRequired: true) { try $0.string($1) }
    }

    /// A path of a file or directory.
    public static func path(_ name: String, default text: String, doc: String) -> Self {
        Self(name, kind: .path, default: text, doc: doc) { try $0.string($1) }
    }
}

extension Setting where Value == String? {
    /// A text; one of the allowed values if there are any.
    ///
    /// - Parameter example: A value for the example file, if not every text is valid.
    public static func text(_ name: String, allowed: [String] = [], example: String? = nil, doc: String) -> Self {
        Self(name, kind: .string(allowed: allowed), example: example, doc: doc) { try $0.stringIfSet($1) }
    }

    /// A path of a file or directory.
    public static func path(_ name: String, doc: String) -> Self {
        Self(name, kind: .path, doc: doc) { try $0.stringIfSet($1) }
    }

    /// The path of a file that only its owner may read.
    public static func secretPath(_ name: String, doc: String) -> Self {
        Self(name, kind: .secretFile, doc: doc) { try $0.stringIfSet($1) }
    }
}

extension Setting where Value == [String] {
    /// Texts, each one of the allowed values if there are any; empty if nothing is set.
    ///
    /// - Parameter example: A value for the example file, if not every list is valid.
    public static func list(
        _ name: String,
        allowed: [String] = [],
        default texts: [String]? = nil,
        example: String? = nil,
        doc: String
    ) -> Self {
        let text = texts?.joined(separator: ",")
        return Self(name, kind: .list(allowed: allowed), default: text, example: example, doc: doc) { try $0.list($1) }
    }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the cases, written as its raw value.
    ///
    /// - Parameter among: The values that may be configured; nil for all cases.
    public static func choice(_ name: String, among: [Value]? = nil, default choice: Value, doc: String) -> Self {
        let words = (among ?? Array(Value.allCases)).map(\.rawValue)
        return Self(name, kind: .string(allowed: words), default: choice.rawValue, doc: doc) { configuration, name in
            let word = try configuration.string(name)
            guard words.contains(word), let value = Value(rawValue: word) else {
                throw RuntimeError(.configuration, message: "\(name) must be one of \(words.joined(separator: ", "))")
            }
            return value
        }
    }
}

// MARK: - Switches and numbers

extension Setting where Value == Bool {
    /// A switch; off if nothing is set.
    public static func bool(_ name: String, default isOn: Bool? = nil, doc: String) -> Self {
        Self(name, kind: .bool, default: isOn.map { "\($0)" }, doc: doc) { try $0.bool($1) }
    }
}

extension Setting where Value == Int {
    /// A whole number.
    public static func int(_ name: String, in range: ClosedRange<Int>, default number: Int, doc: String) -> Self {
        Self(name, kind: .int(range), default: "\(number)", doc: doc) { try $0.int($1) }
    }
}

extension Setting where Value == Int? {
    /// A whole number.
    public static func int(_ name: String, in range: ClosedRange<Int>, doc: String) -> Self {
        Self(name, kind: .int(range), doc: doc) { try $0.intIfSet($1) }
    }
}

extension Setting where Value == Duration {
    /// A duration.
    public static func duration(
        _ name: String,
        in range: ClosedRange<Duration>,
        default duration: Duration,
        doc: String
    ) -> Self {
        Self(name, kind: .duration(range), default: DurationText.format(duration), doc: doc) { try $0.duration($1) }
    }
}

extension Setting where Value == Duration? {
    /// A duration.
    public static func duration(_ name: String, in range: ClosedRange<Duration>, doc: String) -> Self {
        Self(name, kind: .duration(range), doc: doc) { try $0.durationIfSet($1) }
    }
}
