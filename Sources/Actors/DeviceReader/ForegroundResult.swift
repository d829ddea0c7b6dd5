internal import BusContract

/// What foreground work brought.
enum ForegroundResult: Sendable {
    /// A reading.
    case read(PeripheralDidRead)
    /// A pairing.
    case paired(PeripheralPaired)
}
