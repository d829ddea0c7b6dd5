extension PeripheralCatalogue {
    /// The rows, in the order of their IDs.
    ///
    /// A new peripheral is a row in the group that it belongs to.
    static let builtIn: [Peripheral] = (unnamed + closed + generic + oximeters + scales + meters + cuffs)
        .sorted { $0.id < $1.id }
}
