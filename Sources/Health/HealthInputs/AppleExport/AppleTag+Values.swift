internal import Crypto
internal import HealthTypes
internal import VitalRecords

extension AppleTag {
    /// The text of an attribute with its entities resolved; nil if it is missing or longer than 1,024 bytes.
    func text(_ name: AppleAttributeName, bytes: borrowing Span<UInt8>) -> String? {
        guard let range = value(name), range.count <= 1_024 else { return nil }
        return ByteText.unescaped(bytes, in: range)
    }

    /// The number of an attribute; nil if it is missing or not a number.
    func number(_ name: AppleAttributeName, bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        value(name).flatMap { ByteNumber.decimal(bytes, in: $0) }
    }

    /// HealthKit's number of a category value; nil if its name is unknown.
    func category(_ bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        guard let value = value(.value), !value.isEmpty else { return DecimalNumber(HealthCategory.notApplicable) }
        guard value.count <= 128 else { return nil }
        return HealthCategory.number(named: ByteText.unescaped(bytes, in: value)).map { DecimalNumber($0) }
    }

    /// A workout's duration without pauses, in seconds.
    func duration(_ bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        guard let value = number(.duration, bytes: bytes) else { return nil }
        let factor: Int64 =
            switch text(.durationUnit, bytes: bytes) {
            case "s", "sec": 1
            case "hr", "h": 3_600
            default: 60
            }
        return value.multiplied(by: factor, over: 1, fractionDigits: 6)?.withoutTrailingFractionZeros
    }

    /// The totals that old exports and other apps write as attributes of a workout; a statistic of the same type has
    /// precedence.
    func totals(_ bytes: borrowing Span<UInt8>) -> [HealthStatistic] {
        var found: [HealthStatistic] = []
        if let distance = number(.totalDistance, bytes: bytes) {
            let unit = text(.totalDistanceUnit, bytes: bytes) ?? "km"
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: unit, sum: distance))
        }
        if let energy = number(.totalEnergyBurned, bytes: bytes) {
            let unit = text(.totalEnergyBurnedUnit, bytes: bytes) ?? "kcal"
            found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: unit, sum: energy))
        }
        return found
    }

    /// The statistic of a `WorkoutStatistics` element; nil without a type.
    func statistic(_ bytes: borrowing Span<UInt8>) -> HealthStatistic? {
        guard let type = text(.type, bytes: bytes) else { return nil }
        return HealthStatistic(
            type: type,
            unit: text(.unit, bytes: bytes) ?? "",
            sum: number(.sum, bytes: bytes),
            average: number(.average, bytes: bytes),
            minimum: number(.minimum, bytes: bytes),
            maximum: number(.maximum, bytes: bytes)
        )
    }

    /// A salted hash of the person in a `Me` element; nil without a date of birth, because most people would get the
    /// same hash.
    ///
    /// - Parameter salt: A secret of the site.
    func fingerprint(_ bytes: borrowing Span<UInt8>, salt: [UInt8]) -> String? {
        var hash = SHA256()
        hash.update(data: salt)
        var isKnown = false
        for name in [AppleAttributeName.dateOfBirth, .biologicalSex, .bloodType] {
            let value = value(name).map { ByteText.copy(bytes, in: $0) } ?? []
            isKnown = isKnown || (name == .dateOfBirth && !value.isEmpty)
            hash.update(data: [UInt8(truncatingIfNeeded: value.count)] + value)
        }
        guard isKnown else { return nil }
        return hash.finalize().prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
