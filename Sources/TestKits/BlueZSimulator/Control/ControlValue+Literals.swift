extension ControlValue: ExpressibleByDictionaryLiteral {
    /// An object.
    package init(dictionaryLiteral elements: (String, ControlValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension ControlValue: ExpressibleByStringLiteral {
    /// A text.
    package init(stringLiteral value: String) { self = .text(value) }
}
