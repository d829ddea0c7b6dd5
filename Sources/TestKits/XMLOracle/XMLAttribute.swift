/// An attribute of an element.
package struct XMLAttribute: Hashable, Sendable {
    /// Its name, with its prefix.
    package let name: String
    /// Its value, entities undone.
    package var value: String

    /// Makes an attribute.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
