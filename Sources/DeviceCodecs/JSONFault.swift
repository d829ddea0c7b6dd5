internal import FoundationEssentials

/// What is wrong with a JSON file that a person wrote, in words that lead to the place.
package enum JSONFault {
    /// The words: the path of the field, or the line where the text stops being JSON; never a value.
    package static func words(_ error: DecodingError, in bytes: [UInt8]) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context))\(key.stringValue) is missing"
        case .typeMismatch(_, let context): "\(place(context))is of the wrong kind"
        case .valueNotFound(_, let context): "\(place(context))has no value"
        case .dataCorrupted(let context) where context.codingPath.isEmpty && !isKnown(context):
            "the file is no JSON\(line(context, bytes))"
        case .dataCorrupted(let context): "\(place(context))\(context.debugDescription)"
        @unknown default: "the file cannot be read"
        }
    }

    private static func isKnown(_ context: DecodingError.Context) -> Bool {
        context.debugDescription.hasPrefix("unknown field")
    }

    private static func place(_ context: DecodingError.Context) -> String {
        guard !context.codingPath.isEmpty else { return "" }
        let parts = context.codingPath.map { key in
            key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
        }
        return String(parts.joined().drop { $0 == "." }) + ": "
    }

    /// The decoder tells the place in its own words, of which the line's number is taken.
    private static func line(_ context: DecodingError.Context, _ bytes: [UInt8]) -> String {
        let words = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
        let text = words ?? context.debugDescription
        guard let range = text.firstRange(of: "line") else { return "" }
        let number = text[range.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber }
        return number.isEmpty ? "" : " at line \(number) of \(bytes.count { $0 == 0x0A } + 1)"
    }
}
