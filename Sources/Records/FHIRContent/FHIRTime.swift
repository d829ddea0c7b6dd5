internal import FoundationEssentials
internal import VitalRecords

/// Times of resources.
enum FHIRTime {
    /// A time to the millisecond with the local offset, `2026-08-11T22:56:00.000+02:00`; in UTC if that is unknown.
    static func text(_ time: Date, utcOffset: Int?) -> FHIRValue {
        // FHIR's offsets have whole minutes, up to 14 hours.
        guard let utcOffset, utcOffset % 60 == 0, abs(utcOffset) <= 14 * 3_600 else {
            return .text(time.iso8601Milliseconds)
        }
        let local = time.addingTimeInterval(Double(utcOffset)).iso8601Milliseconds.dropLast()
        let (hours, minutes) = (abs(utcOffset) / 3_600, abs(utcOffset) / 60 % 60)
        let zone = "\(utcOffset < 0 ? "-" : "+")\(CivilDateTime.padded(hours)):\(CivilDateTime.padded(minutes))"
        return .text(local + zone)
    }

    /// A time in the form of the guide's identifiers, `20260811225600+0200`.
    static func compact(_ time: Date, utcOffset: Int?) -> String {
        guard case .text(let text) = text(time, utcOffset: utcOffset) else { return "" }
        let zone = text.dropFirst(23).filter { $0 != ":" }
        return text.prefix(19).filter(\.isNumber) + zone
    }
}
