import MessageBus

extension JSONValue {
    /// An array's first element.
    var first: JSONValue? { if case .array(let values) = self { values.first } else { nil } }
}
