/// Instructions to a person for using a peripheral.
struct PeripheralWords {
    /// Instructions for pairing it.
    let pairing: String
    /// Instructions for what to do before the hub is ready to read.
    let start: String
    /// Instructions for taking a reading.
    let reading: String

    /// The pairing instructions for a need.
    func pairing(_ need: PairingNeed) -> String {
        switch need {
        case .required: pairing
        case .onRefusal: "Try it without pairing. If the hub reports that the device must be paired: \(pairing)"
        case .none: "No pairing is needed."
        }
    }

    /// For an ID whose model is unknown.
    static let unnamed = PeripheralWords(
        pairing: "Do as the device's manual says, and keep it near the hub until the hub says that it is paired.",
        start: """
            No public source says which model has this number. If you know it, give the model's type and advert in the catalogue file. A device with a standard profile is read by its generic entry, 1000 to 5000.
            """,
        reading: "Measure as the device's manual says, and keep it near the hub until the values have been sent."
    )
}
