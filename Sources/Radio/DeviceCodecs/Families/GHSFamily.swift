internal import VitalRecords

/// The Generic Health Sensor service: observations by the codes of IEEE 11073-10101, in segments.
///
/// Source: philips-labs/BLE-GHS-Server-Simulator; facts §17.
enum GHSFamily {
    /// Joins segments to observations and decodes them.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        var segments = GHSSegments()
        for frame in frames {
            guard let body = try segments.take(frame) else { continue }
            // A stored observation is preceded by its number, which changes the length.
            let isStored = try ByteView(body).little(1) != body.count && body.count > 7
            let observation = try GHSObservation(body, isStored: isStored)
            guard observation.length == body.count - (isStored ? 4 : 0) else {
                throw CodecError(.invalid, message: "the observation's length does not fit its bytes")
            }
            decoded.append(DriverFrame(isStored ? "stored" : "live", fields: fields(observation)))
        }
        guard !decoded.isEmpty else {
            throw CodecError(.truncated, message: "the observation's last segment is missing")
        }
        return decoded
    }

    private static func fields(_ observation: GHSObservation) -> [DecodedField] {
        let number: [DecodedField?] = [
            observation.record.map { .int("record", value: $0) }, .int("class", value: observation.kind),
            observation.type.map { .int("type", value: $0) },
        ]
        let rest: [DecodedField?] = [
            observation.duration.map { float("duration", number: $0) },
            observation.status.map { .int("status", value: $0) },
            observation.object.map { .int("object", value: $0) }, observation.user.map { .int("user", value: $0) },
        ]
        let time = observation.time.map(time) ?? []
        return number.compactMap(\.self) + time + rest.compactMap(\.self) + values(observation)
    }

    private static func values(_ observation: GHSObservation) -> [DecodedField] {
        switch observation.kind {
        case 1: observation.values.first.map(numeric) ?? []
        case 2: observation.code.map { [.int("value", value: $0)] } ?? []
        case 7: [.list("parts", value: observation.values.map { [.int("type", value: $0.type)] + numeric($0) })]
        case 0xFF: [.list("members", value: observation.members.map(fields))]
        default: []
        }
    }

    private static func numeric(_ value: GHSObservation.Value) -> [DecodedField] {
        [.int("unit", value: value.unit), float("value", number: value.number)]
    }

    /// A medical float; marks for a missing value become null.
    private static func float(_ name: String, number: MedicalFloat) -> DecodedField {
        DecodedField(name, value: number.number.map { .number($0) } ?? .null)
    }

    private static func time(_ time: GHSObservation.Time) -> [DecodedField] {
        [
            FamilyTime.field(time.civil?.description), .bool("utc", value: time.isUTC),
            .int("offset15", value: time.zone), .bool("clockChanged", value: time.isClockChanged),
        ]
    }
}
