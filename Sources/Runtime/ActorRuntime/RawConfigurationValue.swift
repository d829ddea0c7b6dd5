/// A value as it was written, before its key's kind is known.
enum RawConfigurationValue: Sendable, Equatable {
    case text(String)
    case list([String])
}
