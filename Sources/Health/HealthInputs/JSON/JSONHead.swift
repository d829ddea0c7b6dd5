/// What a value of JSON begins with; all of it, where it has no parts.
enum JSONHead: Hashable {
    case object
    case array
    /// The place of a string's text in the window, escapes and all; nil where it is longer than the window.
    case string(ByteRange?)
    /// The place of a number's text in the window.
    case number(ByteRange)
    case bool(Bool)
    case null
}
