/// An app or a device that wrote samples.
///
/// Inputs tell one from another by its name alone: pointers, versions and hardware of one source change.
public struct HealthSource: Hashable, Sendable {
    /// What kind of device it is, as far as the input says.
    public enum Kind: String, Hashable, Sendable {
        /// A watch.
        case watch
        /// A phone.
        case phone
        /// Anything else: another app, a scale.
        case other
    }

    /// Its name, as the input has it.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// The device's maker, where the input names it.
    public var manufacturer: String?
    /// The device's model, where the input names it.
    public var model: String?

    /// Makes a source.
    public init(name: String, kind: Kind = .other, manufacturer: String? = nil, model: String? = nil) {
        self.name = name
        self.kind = kind
        self.manufacturer = manufacturer
        self.model = model
    }
}
