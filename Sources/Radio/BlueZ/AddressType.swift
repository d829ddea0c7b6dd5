/// The kind of a device's address.
public enum AddressType: String, Hashable, Sendable {
    /// Assigned by the IEEE; it never changes.
    case `public`
    /// Random; a static one lasts, a private one changes every some minutes.
    case random
}
