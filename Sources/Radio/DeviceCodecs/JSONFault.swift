internal import FoundationEssentials

/// What is wrong with a JSON file that a person wrote, in words that lead to the place.
package enum JSONFault {
    /// The words: the path of the field, never a value.
    ///
    /// The decoder tells no place in a text that is no JSON.
    package static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context))\(key.stringValue) is missing"
        case .typeMismatch(_, let context): "\(place(context))is of the wrong kind"
        case .valueNotFound(_, let context): "\(place(context))has no value"
        case .dataCorrupted(let context) where context.codingPath.isEmpty && !isKnown(context):
            "the file is no JSON; 'python3 -m json.tool FILE' shows the place"
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
}
