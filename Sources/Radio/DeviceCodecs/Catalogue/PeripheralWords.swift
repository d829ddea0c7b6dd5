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

    /// A cuff of a profile.
    static let cuff = PeripheralWords(
        pairing: """
            Put the monitor into pairing mode as its manual says, often by holding the Bluetooth button until a symbol \
            blinks. Keep it near the hub until the hub says that it is paired.
            """,
        start: "Put on the cuff and sit still. Ask for the reading at the hub before or right after the measurement.",
        reading: """
            Put on the cuff, sit still and start the measurement. Leave the monitor on and near the hub until the values \
            have been sent.
            """
    )
    /// A glucose meter of a profile.
    static let meter = PeripheralWords(
        pairing: """
            Switch on Bluetooth in the meter's menu and choose pairing. If the meter shows six digits, type them at the \
            hub when it asks.
            """,
        start: "Measure first. Then switch the meter's Bluetooth on and keep it near the hub.",
        reading: """
            Measure as usual. When the result is shown, leave the meter on, or switch its Bluetooth on, near the hub: all \
            results that the hub does not have yet are sent.
            """
    )
    /// A pulse oximeter of a profile.
    static let oximeter = PeripheralWords(
        pairing: """
            Put a finger in, which switches the oximeter on. If its manual names a pairing mode, use it. Keep it near the \
            hub until the hub says that it is paired.
            """,
        start: "Put a finger in and keep the hand still and warm.",
        reading: "Keep the finger in and the hand still until the hub says that the reading is done, about ten seconds."
    )
    /// A thermometer of a profile.
    static let thermometer = PeripheralWords(
        pairing: """
            Put the thermometer into pairing mode as its manual says. Keep it near the hub until the hub says that it is \
            paired.
            """,
        start: "Switch the thermometer on and put it where it measures.",
        reading:
            "Measure until the signal, then keep the thermometer on and near the hub until the value has been sent."
    )
    /// A scale of a profile.
    static let scale = PeripheralWords(
        pairing: """
            Put the scale into pairing mode as its manual says, often by a button under it. A scale that knows several \
            persons makes a user for the seat it is paired for; nobody else's is changed.
            """,
        start: "Put the scale on a hard floor and wait for zero. Tap it first if it needs waking.",
        reading: """
            Step on barefoot and stand still until the value stops blinking. Step off and leave the scale near the hub \
            until the value has been sent.
            """
    )
}
