/// What a person does with a peripheral, in plain words.
struct PeripheralWords {
    /// How to pair it.
    let pairing: String
    /// How to begin a reading.
    let start: String
    /// How to take a reading.
    let reading: String

    /// How to pair it, as far as that is needed.
    func pairing(_ need: PairingNeed) -> String {
        switch need {
        case .required: pairing
        case .onRefusal: "Try it without pairing. If the hub says that the device wants to be paired: \(pairing)"
        case .none: "No pairing is needed."
        }
    }

    /// A device of which nothing is known but its number.
    static let unnamed = PeripheralWords(
        pairing: "Do as the device's manual says, and keep it near the hub until the hub says that it is paired.",
        start: """
            Nothing public says which model has this number. Where you know it, name the model's type and advert in the \
            catalogue file; any device of a standard profile is read by its generic entry, 1000 to 5000.
            """,
        reading: "Measure as the device's manual says, and keep it near the hub until the values have been sent."
    )
}
