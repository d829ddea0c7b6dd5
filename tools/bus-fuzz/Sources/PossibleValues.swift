internal import DeviceCodecs
internal import VitalRecords

/// What no device measures of a person: a decoder that shows it reads the wrong bytes.
enum PossibleValues {
    /// The limits of fields, by the names that the decoders give them; null is always possible.
    private static let limits: [String: ClosedRange<DecimalNumber>] = {
        let share = DecimalNumber(0)...100
        let pressure = DecimalNumber(0)...300
        var limits: [String: ClosedRange<DecimalNumber>] = [
            // A weight in pounds or jin too.
            "weight": 0...1_200, "spo2": 1...100, "pulse": 0...511, "mgdl": 0...2_000,
        ]
        for name in ["fat", "bodyFat", "water", "muscle", "skeletalMuscle"] { limits[name] = share }
        for name in ["systolic", "diastolic"] { limits[name] = pressure }
        return limits
    }()

    /// Ends the process if a field has an impossible value.
    ///
    /// - Parameter bytes: What was decoded, for the message.
    static func check(_ fields: [DecodedField], of name: String, bytes: [UInt8]) {
        for field in fields {
            switch field.value {
            case .number(let number):
                guard let limit = limits[field.name], !limit.contains(number) else { continue }
                let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                fatalError("\(name) shows \(field.name) \(number), which is impossible, of \(hex)")
            case .object(let inner): check(inner, of: name, bytes: bytes)
            case .list(let values):
                for case .object(let inner) in values { check(inner, of: name, bytes: bytes) }
            case .text, .bool, .null: continue
            }
        }
    }
}
