/// A streaming JSON reader (RFC 8259) that reads value by value.
///
/// It needs one ``ByteWindow``. It is strict about structure, so that no missing byte moves a value to another name,
/// and throws ``InputFault`` for malformed input; strings and numbers are checked only when they are decoded.
struct JSONReader: ~Copyable {
    /// The deepest supported nesting.
    static let deepest = 256

    var window: ByteWindow
    /// The open containers: true for an object, false for an array.
    private(set) var open: [Bool] = []
    private var isFirst = false
    /// Recurring texts, see ``name()``.
    var names = NameTable()
    var nameTexts: [String] = []

    init(_ window: ByteWindow) {
        self.window = window
    }

    /// The depth of the next value.
    var depth: Int { open.count }

    /// Reads the start of a value and opens objects and arrays.
    mutating func head() throws -> JSONHead {
        switch try peek() {
        case UInt8(ascii: "{"): return try enter(isObject: true)
        case UInt8(ascii: "["): return try enter(isObject: false)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", head: .bool(true))
        case UInt8(ascii: "f"): return try word("false", head: .bool(false))
        case UInt8(ascii: "n"): return try word("null", head: .null)
        default: throw fault("is not a JSON value")
        }
    }

    /// Moves to the next member or element of the open container; false at its end, which closes it.
    mutating func another() throws -> Bool {
        guard let isObject = open.last else { return false }
        let byte = try peek()
        if byte == UInt8(ascii: isObject ? "}" : "]") {
            window.position += 1
            open.removeLast()
            isFirst = false
            return false
        }
        guard !isFirst else {
            isFirst = false
            return true
        }
        guard byte == UInt8(ascii: ",") else { throw fault("lacks a comma or an end") }
        window.position += 1
        return true
    }

    /// Reads the name of an object's next member; a very long one is empty.
    mutating func key() throws -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw fault("has a member without a name") }
        let name = try string().map { text($0, longest: 256) ?? "" } ?? ""
        try colon()
        return name
    }

    /// Skips the rest of a value.
    mutating func skip(_ head: JSONHead) throws {
        guard head == .object || head == .array else { return }
        let depth = open.count
        while open.count >= depth {
            guard try another() else { continue }
            if open.last == true {
                guard try peek() == UInt8(ascii: "\"") else { throw fault("has a member without a name") }
                _ = try string()
                try colon()
            }
            _ = try self.head()
        }
    }

    /// The next byte that is not white space.
    mutating func peek() throws -> UInt8 {
        while true {
            while window.position < window.end {
                let byte = window.bytes[window.position]
                switch byte {
                case 0x20, 0x0A, 0x0D, 0x09: window.position += 1
                default: return byte
                }
            }
            guard try window.more() else { throw fault("ends too early") }
        }
    }

    func fault(_ message: String) -> InputFault { InputFault(offset: window.offset, message: "the JSON \(message)") }

    private mutating func colon() throws {
        guard try peek() == UInt8(ascii: ":") else { throw fault("has a name without a value") }
        window.position += 1
    }

    private mutating func enter(isObject: Bool) throws -> JSONHead {
        guard open.count < Self.deepest else { throw fault("is nested deeper than \(Self.deepest)") }
        window.position += 1
        open.append(isObject)
        isFirst = true
        return isObject ? .object : .array
    }
}
