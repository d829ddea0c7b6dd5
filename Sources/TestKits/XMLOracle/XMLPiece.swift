/// What an XML parser found.
package enum XMLPiece: Hashable, Sendable {
    /// A start tag: the name, and the attributes in their order with what their values mean.
    case start(String, [XMLAttribute])
    /// An end tag, or the end of an empty element.
    case end(String)
}
