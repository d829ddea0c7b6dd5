/// Header fields in order, with case-insensitive lookup.
///
/// Descriptions show only names, because values may be secrets.
public struct CurlHeaders: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
    ExpressibleByDictionaryLiteral
{
    /// The fields in order, including repeated ones.
    public private(set) var fields: [Field]

    /// A header field.
    public struct Field: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The name as written.
        public let name: String
        /// The value without surrounding spaces.
        public let value: String

        /// The name without the value, which may be secret.
        public var description: String { name }
        /// Reflects only the name, because the value may be secret.
        public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
    }

    /// Creates an empty set of fields.
    public init() {
        fields = []
    }

    /// Creates fields from pairs, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a name; setting it replaces all values, nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, and: name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, and: name) }
            if let newValue { add(newValue, for: name) }
        }
    }

    /// All values of a name, in order.
    public func values(for name: String) -> [String] {
        fields.filter { Self.isSame($0.name, and: name) }.map(\.value)
    }

    /// Appends a field, even if the name already exists.
    public mutating func add(_ value: String, for name: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The names without values, which may be secret.
    public var description: String { "[" + fields.map(\.name).joined(separator: ", ") + "]" }
    /// The names without values, which may be secret.
    public var debugDescription: String { description }
    /// Reflects only the names, because values may be secrets.
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }

    private static func isSame(_ one: String, and other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

extension CurlHeaders {
    /// Whether the text is a `token` (RFC 9110 §5.6.2), as required for field names and methods.
    static func isValidName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Whether the text may be a header value: no control characters except tab, so that no value can end its line.
    static func isValidValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}
