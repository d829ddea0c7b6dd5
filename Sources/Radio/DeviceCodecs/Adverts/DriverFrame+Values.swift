package import VitalRecords

extension DriverFrame {
    /// The number of a field; nil if the device has none.
    package func number(_ name: String) -> DecimalNumber? {
        guard case .number(let number) = fields.first(where: { $0.name == name })?.value else { return nil }
        return number
    }

    /// The text of a field; nil if the device has none.
    package func text(_ name: String) -> String? {
        guard case .text(let text) = fields.first(where: { $0.name == name })?.value else { return nil }
        return text
    }

    /// Whether a bit is set.
    package func isSet(_ name: String) -> Bool { fields.contains { $0.name == name && $0.value == .bool(true) } }

    /// The seconds since 1970 of a time in UTC; nil if the device has none.
    package func seconds(_ name: String) -> UInt64? {
        guard let time = text(name).flatMap({ CivilDateTime($0) }) else { return nil }
        return UInt64(time.daysSince1970 * 86_400 + time.hour * 3_600 + time.minute * 60 + time.second)
    }
}

extension DeviceMeasurement {
    /// A weighing that a maker's advert reports, without a time in local words.
    ///
    /// - Parameters:
    ///   - number: What numbers it for all hubs and for ever; nil if the device has no such number.
    ///   - keyBytes: What is equal in all parts and repeats of it.
    init(weighing measurements: [Measurement], number: UInt64?, keyBytes: [UInt8]) {
        self.init(
            characteristic: .weightMeasurement,
            time: nil,
            sequence: number,
            keyBytes: keyBytes,
            type: .weight,
            measurements: measurements,
            context: nil
        )
    }
}
