import SeededRandom
import XMLOracle

/// Rewrites a document so that it is still well-formed and means nearly the same.
struct XMLMutator {
    private var random: SplitMix64
    private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var depth = 0
    /// Whether the last tag was both a start and an end.
    private var isEnded = false

    init(seed: UInt64) {
        random = SplitMix64(seed: seed, stream: 0x0DD)
    }

    mutating func write(_ pieces: [XMLPiece]) -> [UInt8] {
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .start(let name, let attributes):
                if depth > 0, one(in: 6) { addBetween() }
                start(name, attributes, isEmpty: pieces.dropFirst(index + 1).first == .end(name))
                depth += 1
            case .end(let name):
                depth -= 1
                if isEnded {
                    isEnded = false
                    continue
                }
                if one(in: 8) { addBetween() }
                text += "</\(name)\(one(in: 5) ? blank() : "")>"
            }
            if one(in: 3) { text += blank() }
        }
        return Array(text.utf8)
    }

    private mutating func start(_ name: String, _ attributes: [XMLAttribute], isEmpty: Bool) {
        text += "<\(name)"
        for attribute in one(in: 3) ? attributes.shuffled(using: &random) : attributes {
            let quote = one(in: 4) ? "'" : "\""
            text += blank() + attribute.name + (one(in: 9) ? blank() : "") + "=" + (one(in: 9) ? blank() : "")
            text += quote + value(attribute, quote) + quote
        }
        if one(in: 6) { text += blank() }
        isEnded = isEmpty && !one(in: 4)
        text += isEnded ? "/>" : ">"
    }

    /// The value with other and more entities, and sometimes with additional text in names.
    ///
    /// Letters and digits of dates, numbers and keys are unchanged: exports never write them as entities, and the
    /// scanner does not decode them there.
    private mutating func value(_ attribute: XMLAttribute, _ quote: String) -> String {
        var value = attribute.value
        let isName = ["sourceName", "device", "sourceVersion", "path"].contains(attribute.name)
        if isName, one(in: 12) {
            let more = ["\t", "\n", "\r\n", "&\u{301}", ";\u{200D}", "<&>", "é", "👨‍👩‍👧", "]]>", "'\"", "\u{85}", "&amp;"]
            value += more.randomElement(using: &random) ?? ""
        }
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&", "<": text += entity(scalar)
            case "\"", "'": text += String(scalar) == quote || one(in: 2) ? entity(scalar) : String(scalar)
            case ">": text += one(in: 2) ? entity(scalar) : ">"
            case "\t", "\n", "\r": text += one(in: 2) ? entity(scalar) : String(scalar)
            default: text += isName && one(in: 30) ? entity(scalar) : String(scalar)
            }
        }
        return text
    }

    private mutating func entity(_ scalar: Unicode.Scalar) -> String {
        let names: [Unicode.Scalar: String] = ["&": "amp", "<": "lt", ">": "gt", "\"": "quot", "'": "apos"]
        if let name = names[scalar], one(in: 2) { return "&\(name);" }
        let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
        return one(in: 2) ? "&#\(zeros)\(scalar.value);" : "&#x\(zeros)\(String(scalar.value, radix: 16));"
    }

    /// Markup between two tags that is not a tag.
    private mutating func addBetween() {
        let words = [
            "<!-- <Record type=\"x\" value='1'/> > ]]> -->", "<![CDATA[<Record type=\"y\"/></HealthData>]]>",
            "<?vital <Record type=\"z\"/> ?>", "some &amp; text > here", "<!---->", "<![CDATA[]]>", "<?a?>",
        ]
        text += words.randomElement(using: &random) ?? ""
    }

    private mutating func blank() -> String {
        [" ", "\n", "\t", "  ", "\r\n", "\n   "].randomElement(using: &random) ?? " "
    }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
