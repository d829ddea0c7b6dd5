package import VitalRecords

/// JSON as FHIR requires it: members in order, decimals with all their digits, no empty parts.
package indirect enum FHIRValue: Hashable, Sendable {
    /// A string, a code, a time.
    case text(String)
    /// A decimal with its original digits.
    case number(DecimalNumber)
    /// A list.
    case list([FHIRValue])
    /// Members in order.
    case object([Member])

    /// One member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: FHIRValue

        /// Creates a member.
        package init(name: String, value: FHIRValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an object without absent or empty members, which FHIR forbids.
    init(_ members: KeyValuePairs<String, FHIRValue?>) {
        let present = members.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : Member(name: name, value: $0) }
        }
        self = .object(present)
    }

    private var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .number: false
        case .list(let values): values.isEmpty
        case .object(let members): members.isEmpty
        }
    }

    /// A member of an object; nil if it is missing.
    package subscript(_ name: String) -> FHIRValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The object with a member replaced, appended or, for nil, removed; any other value unchanged.
    package func with(_ name: String, as value: FHIRValue?) -> FHIRValue {
        guard case .object(var members) = self else { return self }
        let index = members.firstIndex { $0.name == name } ?? members.endIndex
        let rest = members.suffix(from: index).dropFirst()
        members.removeSubrange(index...)
        if let value { members.append(Member(name: name, value: value)) }
        return .object(members + rest)
    }

    /// The same JSON, with each `reference` replaced that the function knows.
    func referring(_ other: (String) -> String?) -> FHIRValue {
        switch self {
        case .text, .number: self
        case .list(let values): .list(values.map { $0.referring(other) })
        case .object(let members):
            .object(
                members.map { member in
                    if member.name == "reference", case .text(let text) = member.value, let new = other(text) {
                        return Member(name: member.name, value: .text(new))
                    }
                    return Member(name: member.name, value: member.value.referring(other))
                }
            )
        }
    }

    /// The elements of a list; empty for anything else.
    package var elements: [FHIRValue] {
        guard case .list(let values) = self else { return [] }
        return values
    }
}

extension FHIRValue: ExpressibleByStringLiteral {
    /// Creates a string from a literal.
    package init(stringLiteral value: String) { self = .text(value) }
}

extension FHIRValue: ExpressibleByArrayLiteral {
    /// Creates a list from a literal.
    package init(arrayLiteral elements: FHIRValue...) { self = .list(elements) }
}

extension FHIRValue {
    /// The JSON text, indented by two spaces a level, without a line end.
    package var json: String {
        var out = ""
        write(to: &out, indent: "\n")
        return out
    }

    private func write(to out: inout String, indent: String) {
        switch self {
        case .text(let text): Self.write(text, to: &out)
        case .number(let number): out += number.description
        case .list(let values):
            Self.write(values, open: "[", close: "]", to: &out, indent: indent) { $0.write(to: &$1, indent: $2) }
        case .object(let members):
            Self.write(members, open: "{", close: "}", to: &out, indent: indent) {
                Self.write($0.name, to: &$1)
                $1 += ": "
                $0.value.write(to: &$1, indent: $2)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item],
        open: Character,
        close: Character,
        to out: inout String,
        indent: String,
        each: (Item, inout String, String) -> Void
    ) {
        out.append(open)
        let inner = indent + "  "
        for (index, item) in items.enumerated() {
            if index > 0 { out += "," }
            out += inner
            each(item, &out, inner)
        }
        out += indent
        out.append(close)
    }

    private static func write(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            // FHIR's strings allow no other control characters.
            case _ where scalar.value < 0x20: out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        out += "\""
    }
}
