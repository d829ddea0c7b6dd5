extension PeripheralCatalogue {
    /// The rows, in the order of their IDs.
    ///
    /// A new peripheral is a row.
    static let builtIn: [Peripheral] = [
        Peripheral(
            id: 3000,
            name: "Blood pressure monitor",
            manufacturer: nil,
            model: nil,
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService]),
            requiresPairing: true,
            advertises: .afterMeasurement,
            hasMemory: true,
            pairingInstructions: """
                Put the monitor into pairing mode as its manual says, often by holding the Bluetooth button until a \
                symbol blinks. Keep it near the hub until the hub says that it is paired.
                """,
            readingInstructions: """
                Put on the cuff, sit still and start the measurement. Leave the monitor on and near the hub until the \
                values have been sent.
                """,
            imageURL: nil,
            disabled: false,
            verified: false
        )
    ]
}
