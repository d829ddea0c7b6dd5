internal import VitalRecords

extension JSONReader {
    /// The longest supported number, in bytes.
    private static let longestNumber = 512

    /// Reads a string at its opening quote; nil if it is longer than the window.
    mutating func string() throws -> ByteRange? {
        var length = 1
        while true {
            let (next, isQuote) = Self.quote(window.bytes.span, from: window.position + length, to: window.end)
            length = next - window.position
            if isQuote {
                let range = ByteRange(window.position + 1, end: next)
                window.position = next + 1
                return range
            }
            guard try window.more() else {
                guard window.isFull else { throw fault("ends inside a string") }
                try skipString(from: length)
                return nil
            }
        }
    }

    /// The position of the closing quote, or where to resume after more bytes were read.
    private static func quote(
        _ bytes: borrowing Span<UInt8>,
        from start: Int,
        to end: Int
    ) -> (place: Int, isQuote: Bool) {
        var place = start
        while place < end {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") { return (place, true) }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return (place, false)
    }

    /// Skips a string that is longer than the window.
    private mutating func skipString(from length: Int) throws {
        var isEscaped = length > window.count
        window.position = window.end
        while try window.more() {
            while window.position < window.end {
                let byte = window.bytes[window.position]
                window.position += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\"") {
                    return
                } else {
                    isEscaped = byte == UInt8(ascii: "\\")
                }
            }
        }
        throw fault("ends inside a string")
    }

    /// Reads a number up to the first byte that cannot belong to it.
    mutating func number() throws -> ByteRange {
        var length = 0
        repeat {
            let next = Self.numberEnd(window.bytes.span, from: window.position + length, to: window.end)
            length = next - window.position
            guard length < Self.longestNumber else { throw fault("has a number that is too long") }
            guard next == window.end else {
                let range = ByteRange(window.position, end: next)
                window.position = next
                return range
            }
        } while try window.more()
        // A number at the very end may be incomplete.
        throw fault("ends inside a number")
    }

    /// The first position that cannot belong to a number.
    private static func numberEnd(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int {
        var place = start
        while place < end {
            switch bytes[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                place += 1
            default: return place
            }
        }
        return end
    }

    /// Reads a literal: `true`, `false` or `null`.
    mutating func word(_ word: StaticString, head: JSONHead) throws -> JSONHead {
        let count = word.utf8CodeUnitCount
        guard try window.holds(count) else { throw fault("ends inside a word") }
        let range = ByteRange(window.position, end: window.position + count)
        guard ByteText.equals(window.bytes.span, in: range, text: word) else { throw fault("is not a JSON value") }
        window.position += count
        return head
    }

    /// Decodes a string; nil if it is longer than `longest` bytes.
    func text(_ range: ByteRange, longest: Int) -> String? {
        guard range.count <= longest else { return nil }
        let bytes = window.bytes[range.lower..<range.upper]
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        return JSONText.unescaped(bytes)
    }

    /// The value of a number, or of a number in quotes as in some exports; nil for any other value.
    func decimal(_ head: JSONHead) -> DecimalNumber? {
        switch head {
        case .number(let range), .string(.some(let range)): ByteNumber.decimal(window.bytes.span, in: range)
        default: nil
        }
    }
}
