internal import HealthTypes
internal import VitalRecords

/// Passes the messages of one FIT file to the sink.
///
/// Numbers of messages and fields are from Garmin's FIT SDK, `Profile.xlsx`.
struct FITPass {
    private enum Message {
        static let fileID: UInt16 = 0
        static let session: UInt16 = 18
        static let record: UInt16 = 20
        static let weightScale: UInt16 = 30
        static let activity: UInt16 = 34
        static let bloodPressure: UInt16 = 51
        static let monitoring: UInt16 = 55
        static let monitoringInfo: UInt16 = 103
        static let monitoringHeart: UInt16 = 211
        static let oxygen: UInt16 = 269
    }

    /// Messages with values that have no health data type; they are only counted.
    private static let counted: [UInt16: String] = [
        78: "FIT heart rate variability", 227: "FIT stress", 297: "FIT respiration",
        370: "FIT heart rate variability", 371: "FIT heart rate variability",
    ]

    private static let walking: Int64 = 6
    private static let running: Int64 = 1

    private var source = HealthSource(name: "FIT device", kind: .watch)
    /// The device's UTC offset in seconds; nil until the file states it.
    private var utcOffset: Int64?
    /// The user whose values are taken; nil for all.
    private let userIndex: Int?
    private var isOffsetMissing = false
    private var nights = FITNights()
    private var heart = FITHeart()
    private var hasHeartRates = false

    init(userIndex: Int?) {
        self.userIndex = userIndex
    }

    /// Handles a message.
    mutating func take(
        _ message: FITMessage,
        days: inout FITDays,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        if let userIndex, FITUsers.isPersonal(message), FITUsers.index(of: message) != userIndex {
            let user = FITUsers.index(of: message).map { "user \($0)" } ?? "user without a number"
            return writer.report.leftOut.note(user, reason: .otherUser)
        }
        guard !lacksTime(message) else {
            return writer.report.leftOut.note("FIT values without a time", reason: .incomplete)
        }
        switch message.number {
        case Message.fileID: source = FITSource.source(message)
        case Message.monitoringInfo: noteClock(message, local: 0, into: &sink)
        case Message.activity: noteClock(message, local: 5, into: &sink)
        case Message.monitoring: monitoring(message, days: &days, into: &writer, sink: &sink)
        case Message.record:
            hasHeartRates = hasHeartRates || message[3] ?? 0 > 0
            sample("HeartRate", unit: "count/min", value: message[3], message: message, into: &writer, sink: &sink)
        case Message.monitoringHeart:
            sample(
                "RestingHeartRate",
                unit: "count/min",
                value: message[1],
                message: message,
                into: &writer,
                sink: &sink
            )
        case Message.oxygen:
            sample(
                "OxygenSaturation",
                unit: "%",
                value: message[0],
                places: 2,
                message: message,
                into: &writer,
                sink: &sink
            )
        case Message.weightScale: scale(message, into: &writer, sink: &sink)
        case Message.bloodPressure: pressure(message, into: &writer, sink: &sink)
        case Message.session: session(message, into: &writer, sink: &sink)
        case FITHeart.message: beats(message, into: &writer, sink: &sink)
        default:
            if nights.take(message) { return }
            if let name = Self.counted[message.number] { writer.count(name) }
        }
    }

    /// Whether a message has values but no time: a device whose clock was never set counts from its power-on.
    private func lacksTime(_ message: FITMessage) -> Bool {
        guard message.time == nil else { return false }
        switch message.number {
        case Message.record: return message[3] ?? 0 > 0
        case Message.monitoringHeart, Message.oxygen, Message.weightScale, Message.bloodPressure: return true
        default: return false
        }
    }

    /// Delivers the nights, which need the whole file.
    mutating func finish(into writer: inout HealthWriter, sink: inout some HealthSink) {
        let stages = nights.stages()
        if nights.withoutStart > 0 {
            writer.report.damage.note(
                0,
                element: HealthIdentifier.sleep,
                message: "the file does not have the start of its first sleep stage; that stage was left out"
            )
        }
        guard !stages.isEmpty else { return }
        let type = writer.type(HealthIdentifier.sleep, into: &sink)
        for stage in stages {
            let draft = HealthDraft(
                type: type,
                source: source,
                start: stage.start,
                end: stage.end,
                value: DecimalNumber(stage.value)
            )
            writer.deliver(draft, at: 0, into: &sink)
        }
    }

    /// Delivers the heart rates of a strap, unless the watch recorded them itself.
    private mutating func beats(
        _ message: FITMessage,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let rates = heart.take(message) else {
            return writer.report.damage.note(
                message.offset,
                element: "hr",
                message: "the file does not have the start of its strap's clock; its heart rates were left out"
            )
        }
        guard !hasHeartRates else {
            return writer.report.leftOut.note(HealthIdentifier.heartRate, reason: .repeated, count: rates.count)
        }
        let type = writer.type(HealthIdentifier.heartRate, into: &sink)
        for (time, rate) in rates {
            writer.deliver(
                draft(type, unit: "count/min", value: DecimalNumber(rate), at: time),
                at: message.offset,
                into: &sink
            )
        }
    }

    private mutating func noteClock(_ message: FITMessage, local: UInt8, into sink: inout some HealthSink) {
        guard let time = message.time, let clock = message.time(local) else { return }
        let offset = clock - time
        guard offset.magnitude <= 18 * 3_600 else { return }
        utcOffset = offset
        // Devices round differently; zones are multiples of a quarter of an hour.
        let quarter = Int(clamping: (Double(offset) / 900).rounded()) * 900
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .clock((quarter + 86_400) % 86_400))))
    }

    private mutating func monitoring(
        _ message: FITMessage,
        days: inout FITDays,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        sample("HeartRate", unit: "count/min", value: message[27], message: message, into: &writer, sink: &sink)
        let activity = message[5] ?? message[24].map { $0 & 0x1F }
        let cycles = message[3] ?? message[9]
        guard let time = message.time, let activity, cycles != nil || message[2] != nil || message[19] != nil else {
            return
        }
        guard let utcOffset else { return noteMissingOffset(message, into: &writer) }
        let clock = time + utcOffset
        if let energy = message[19] {
            days.take(energy, of: .kilocalories, activity: activity, at: clock, source: source)
        }
        guard activity == Self.walking || activity == Self.running else { return }
        // For these two activities one cycle is one step.
        if let cycles { days.take(cycles, of: .steps, activity: activity, at: clock, source: source) }
        if let distance = message[2] {
            days.take(distance, of: .centimetres, activity: activity, at: clock, source: source)
        }
    }

    private mutating func noteMissingOffset(_ message: FITMessage, into writer: inout HealthWriter) {
        guard !isOffsetMissing else { return }
        isOffsetMissing = true
        writer.report.damage.note(
            message.offset,
            element: "monitoring",
            message: "the file does not have its local time; its days were left out"
        )
    }

    private func scale(_ message: FITMessage, into writer: inout HealthWriter, sink: inout some HealthSink) {
        // 65,534 marks a weight that is still being calculated.
        let weight = message[0].flatMap { $0 < 65_534 ? $0 : nil }
        sample("BodyMass", unit: "kg", value: weight, places: 2, message: message, into: &writer, sink: &sink)
        sample(
            "BodyFatPercentage",
            unit: "%",
            value: message[1],
            places: 4,
            message: message,
            into: &writer,
            sink: &sink
        )
        sample(
            "BodyMassIndex",
            unit: "count",
            value: message[13],
            places: 1,
            message: message,
            into: &writer,
            sink: &sink
        )
        if Self.composition.contains(where: { message[$0] != nil }) { writer.count("FIT body composition") }
    }

    /// The fields of a scale's message that do not become records: water, visceral fat, bone, muscle and basal energy.
    private static let composition: [UInt8] = [2, 3, 4, 5, 7, 11]

    private func pressure(_ message: FITMessage, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let time = message.time else { return }
        let type = HealthIdentifier.bloodPressure
        // FIT profile, bp_status: no error, or an irregular heartbeat; all others are failed measurements.
        guard let systolic = message[0], let diastolic = message[1], [nil, 0, 4].contains(message[8]) else {
            return writer.report.leftOut.note(type, reason: .noMeasurement)
        }
        writer.count(type)
        let pressures = [(HealthIdentifier.systolic, systolic), (HealthIdentifier.diastolic, diastolic)]
        sample("HeartRate", unit: "count/min", value: message[6], message: message, into: &writer, sink: &sink)
        let samples = pressures.compactMap { name, value in
            let type = writer.type(name, into: &sink)
            return writer.sample(
                draft(type, unit: "mmHg", value: DecimalNumber(value), at: time),
                at: message.offset,
                into: &sink
            )
        }
        guard !samples.isEmpty else { return }
        let source = writer.source(source, into: &sink)
        sink.receive(
            .correlation(HealthCorrelation(type: type, source: source, start: time, end: time, samples: samples))
        )
    }

    private func session(_ message: FITMessage, into writer: inout HealthWriter, sink: inout some HealthSink) {
        let element = "HKWorkoutTypeIdentifier"
        writer.count(element)
        guard let start = message.time(2) else {
            return writer.report.damage.note(
                message.offset,
                element: "session",
                message: "it has no start; it was left out"
            )
        }
        let length = message[7].map { ($0 + 500) / 1_000 }
        guard let end = length.map({ start + $0 }) ?? message.time,
            let times = writer.times(start, end: end, at: message.offset, element: element)
        else { return }
        sink.receive(
            .workout(
                HealthWorkout(
                    activity: WorkoutTable.identifier(fitSport: message[5], part: message[6]),
                    source: writer.source(source, into: &sink),
                    start: times.0,
                    end: times.1,
                    duration: message[8].map { DecimalNumber(mantissa: $0, exponent: -3).withoutTrailingFractionZeros },
                    statistics: FITSession.statistics(message)
                )
            )
        )
    }

    // MARK: Samples

    private func sample(
        _ name: String,
        unit: String,
        value: Int64?,
        places: Int8 = 0,
        message: FITMessage,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let value, let time = message.time else { return }
        let type = writer.type("HKQuantityTypeIdentifier" + name, into: &sink)
        let number = DecimalNumber(mantissa: value, exponent: -places)
        writer.deliver(draft(type, unit: unit, value: number, at: time), at: message.offset, into: &sink)
    }

    private func draft(_ type: Int, unit: String, value: DecimalNumber, at time: Int64) -> HealthDraft {
        HealthDraft(type: type, source: source, unit: unit, start: time, end: time, value: value)
    }
}
