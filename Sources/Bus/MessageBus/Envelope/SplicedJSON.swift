/// A JSON object with members whose values are already JSON.
///
/// A record is encoded once, by the process that creates it; processes that pass it on copy those bytes.
public struct SplicedObject: Sendable {
    /// The object so far, without its closing brace.
    private var open: [UInt8]

    /// Creates an empty object.
    public init() { open = [UInt8(ascii: "{")] }

    /// Begins with the members of a value.
    ///
    /// - Throws: `EncodingError` for a value that JSON cannot hold, ``BusError`` `internalError` for one that is not an
    ///   object.
    public init(_ value: some Encodable) throws {
        open = try WireJSON.encode(value)
        guard open.first == UInt8(ascii: "{"), open.popLast() == UInt8(ascii: "}") else {
            throw BusError(.internalError, message: "content that is not a JSON object has no members")
        }
    }

    /// Adds a member.
    ///
    /// - Parameters:
    ///   - name: Its name, without anything that JSON escapes.
    ///   - json: Its value as JSON, which is not checked (``JSONCheck``).
    public mutating func append(_ name: StaticString, json: some Collection<UInt8>) {
        if open.count > 1 { open.append(UInt8(ascii: ",")) }
        open.append(UInt8(ascii: "\""))
        open += Array(name.description.utf8)
        open += Array("\":".utf8)
        open += json
    }

    /// Adds a member that is a list of values, each of them JSON.
    public mutating func append(_ name: StaticString, list: [[UInt8]]) {
        append(name, json: [UInt8(ascii: "[")] + list.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
    }

    /// The whole object.
    public var encoded: [UInt8] { open + [UInt8(ascii: "}")] }
}

/// Checks that bytes are one JSON object, without decoding it.
///
/// Other bytes would make the whole message into which they are spliced unreadable.
public struct JSONCheck {
    /// The deepest nesting that is accepted, because readers of the message also have a limit.
    private static let depthLimit = 64

    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether bytes are exactly one JSON object in UTF-8.
    public static func isObject(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var check = JSONCheck(bytes)
        check.passSpace()
        guard check.next == UInt8(ascii: "{"), check.passValue(depth: 0) else { return false }
        check.passSpace()
        return check.next == nil
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func passSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private mutating func pass(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func pass(word: StaticString) -> Bool {
        word.description.utf8.allSatisfy { pass($0) }
    }

    private mutating func passValue(depth: Int) -> Bool {
        guard depth < Self.depthLimit, let first = next else { return false }
        switch first {
        case UInt8(ascii: "{"): return passMembers(depth: depth)
        case UInt8(ascii: "["): return passElements(depth: depth)
        case UInt8(ascii: "\""): return passText()
        case UInt8(ascii: "t"): return pass(word: "true")
        case UInt8(ascii: "f"): return pass(word: "false")
        case UInt8(ascii: "n"): return pass(word: "null")
        default: return passNumber()
        }
    }

    private mutating func passMembers(depth: Int) -> Bool {
        place += 1
        passSpace()
        if pass(UInt8(ascii: "}")) { return true }
        repeat {
            passSpace()
            guard passText() else { return false }
            passSpace()
            guard pass(UInt8(ascii: ":")) else { return false }
            passSpace()
            guard passValue(depth: depth + 1) else { return false }
            passSpace()
        } while pass(UInt8(ascii: ","))
        return pass(UInt8(ascii: "}"))
    }

    private mutating func passElements(depth: Int) -> Bool {
        place += 1
        passSpace()
        if pass(UInt8(ascii: "]")) { return true }
        repeat {
            passSpace()
            guard passValue(depth: depth + 1) else { return false }
            passSpace()
        } while pass(UInt8(ascii: ","))
        return pass(UInt8(ascii: "]"))
    }

    private mutating func passText() -> Bool {
        guard pass(UInt8(ascii: "\"")) else { return false }
        while let byte = next, byte >= 0x20 {
            place += 1
            if byte == UInt8(ascii: "\"") { return true }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard passEscape() else { return false }
        }
        return false
    }

    private mutating func passEscape() -> Bool {
        guard let letter = next else { return false }
        place += 1
        guard letter == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(letter) }
        let digits = bytes[place...].prefix(4)
        place += digits.count
        return digits.count == 4 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private mutating func passNumber() -> Bool {
        _ = pass(UInt8(ascii: "-"))
        // JSON does not allow a zero before further digits.
        guard pass(UInt8(ascii: "0")) || passDigits() else { return false }
        if pass(UInt8(ascii: ".")), !passDigits() { return false }
        guard pass(UInt8(ascii: "e")) || pass(UInt8(ascii: "E")) else { return true }
        _ = pass(UInt8(ascii: "+")) || pass(UInt8(ascii: "-"))
        return passDigits()
    }

    private mutating func passDigits() -> Bool {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        return place > start
    }
}
