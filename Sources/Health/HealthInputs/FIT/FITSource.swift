/// The device that wrote a FIT file, by its first message.
enum FITSource {
    /// The source: the maker's name and the product's number, which is all that the file has.
    static func source(_ message: FITMessage) -> HealthSource {
        let maker = message[1].map { makers[$0] ?? "FIT maker \($0)" } ?? "FIT device"
        let name = message[2].map { "\(maker) \($0)" } ?? maker
        // 9 is a file of weights.
        let kind: HealthSource.Kind = message[0] == 9 ? .other : .watch
        return HealthSource(name: name, kind: kind, manufacturer: maker, model: message[2].map { "\($0)" })
    }

    private static let makers: [Int64: String] = [
        1: "Garmin", 13: "Dynastream", 15: "Dynastream", 23: "Suunto", 32: "Wahoo Fitness", 38: "OSynce", 123: "Polar",
        255: "Development", 260: "Zwift", 265: "Strava", 289: "Hammerhead", 294: "Coros",
    ]
}
