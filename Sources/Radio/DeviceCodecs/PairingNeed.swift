/// Whether devices of a row have to be paired before they can be read.
enum PairingNeed: Sendable {
    /// Every device of the model wants it.
    case required
    /// Nothing public says that the model wants it, or the row is of many models: the device is read without, and the
    /// hub tells when it refuses.
    case onRefusal
    /// No device of the model knows of pairings.
    case none
}
