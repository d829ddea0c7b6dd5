import XMLOracle

/// Writes the elements that libxml2 found in the plainest form.
enum PlainXML {
    static func bytes(_ pieces: [XMLPiece]) -> [UInt8] {
        var text = ""
        for piece in pieces {
            switch piece {
            case .start(let name, let attributes):
                text += "<\(name)"
                for attribute in attributes { text += " \(attribute.name)=\"\(escaped(attribute.value))\"" }
                text += ">\n"
            case .end(let name): text += "</\(name)>\n"
            }
        }
        return Array(text.utf8)
    }

    static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case "\"": text += "&quot;"
            case "\n", "\r", "\t": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
