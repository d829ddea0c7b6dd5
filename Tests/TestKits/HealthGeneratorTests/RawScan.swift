import ByteScan
import XMLOracle

@testable import HealthInputs

/// Reads every element of a text with the components of the scanner of exports.
///
/// The scanner itself skips meaningless elements; this reads all: names by bytes, attributes by ``TagWalker``, values
/// by ``ByteText``.
enum RawScan {
    static func pieces(_ bytes: [UInt8]) -> [XMLPiece] {
        var found: [XMLPiece] = []
        var walker = TagWalker()
        var position = 0
        while let open = ByteSearch.first(UInt8(ascii: "<"), in: bytes.span, from: position, to: bytes.count) {
            let rest = bytes[open...]
            if let end = skipped(rest) {
                position = end
                continue
            }
            let isEnd = rest.dropFirst().first == UInt8(ascii: "/")
            let from = open + (isEnd ? 2 : 1)
            let nameEnd =
                bytes[from...].firstIndex { $0 <= UInt8(ascii: ">") && $0 != 0x2D && $0 != 0x2E } ?? bytes.count
            let name = String(decoding: bytes[from..<nameEnd], as: UTF8.self)
            position = nameEnd
            if isEnd {
                found.append(.end(name))
                continue
            }
            guard case .complete(let next, let isEmpty) = walker.walk(bytes.span, from: nameEnd, to: bytes.count) else {
                return found
            }
            found.append(.start(name, attributes(walker, bytes)))
            if isEmpty { found.append(.end(name)) }
            position = next
        }
        return found
    }

    private static func attributes(_ walker: borrowing TagWalker, _ bytes: [UInt8]) -> [XMLAttribute] {
        (0..<walker.count).map { index in
            let token = walker[index]
            // The token only has the name's length: the name ends before `=` and the quote.
            var end = Int(token.start) - 1
            while bytes[end - 1] <= 0x20 || bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
            let name = String(decoding: bytes[(end - Int(token.nameLength))..<end], as: UTF8.self)
            let range = ByteRange(Int(token.start), end: Int(token.end))
            return XMLAttribute(name, value: ByteText.unescaped(bytes.span, in: range))
        }
    }

    /// The index after a comment, character data, an instruction or a document type.
    private static func skipped(_ rest: ArraySlice<UInt8>) -> Int? {
        for (head, tail) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!DOCTYPE", "]>")]
        where rest.starts(with: head.utf8) {
            let body = rest.dropFirst(head.utf8.count)
            return body.firstRange(of: Array(tail.utf8))?.upperBound ?? rest.endIndex
        }
        return nil
    }
}
