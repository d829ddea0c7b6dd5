internal import BusContract
internal import DeliveryRules
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// What is done with readings and records of other processes.
enum ReadingReceiver {
    /// The messages that carry them.
    static func add(to receivers: inout Receivers) {
        receivers.on(SessionOperations.submitRecords.request) { body in try body.records.forEach(take) }
        receivers.on(SessionOperations.heldReadings.reply) { reply in
            // One that could not be read stands for what is left of its row.
            for entry in reply.ok?.readings ?? [] where entry.isUnreadable != true { try take(entry.reading) }
        }
        receivers.on(SessionOperations.queuedRecords.reply) { reply in
            for entry in reply.ok?.records ?? [] { take(entry.record) }
        }
        receivers.on(SessionOperations.updateRecord.request) { body in _ = ValueCheck.unusual(in: body.measurements) }
        receivers.on(SessionOperations.confirmReading.request) { body in
            _ = ValueCheck.unusual(in: body.measurements ?? [])
        }
        receivers.on(ReaderTopics.eraseDevices.request) { body in
            let intervals = body.assignments.map {
                AssignmentRule.Interval(userIndex: $0.userIndex, seat: $0.seat, from: $0.from, until: $0.until)
            }
            for one in body.assignments {
                _ = AssignmentRule.seat(
                    of: one.userIndex,
                    needsExactUser: true,
                    measuredAt: one.from,
                    intervals: intervals
                )
            }
        }
    }

    /// When messages are received here.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Checks a reading, and decides about its key.
    static func take(_ reading: Reading) throws {
        let flagged = reading.flaggingImplausibleValues()
        _ = flagged.shortened(from: 1_000)
        reading.measurements.forEach(take)
        take(try record(reading))
        let person = KeyRule.Person(userID: "u", organizationID: "o")
        for known in [KeyRule.Known.waits(revision: .max), .given(to: person, revision: .min, isChangedByHand: true)] {
            _ = KeyRule.decide(.give(to: person), revision: reading.revision, known: known, isByOperator: false)
        }
        // A reading that is shown without its values is not booked.
        if reading.valuesWithheld != true { try reading.validate(now: now) }
        // An operator's revision is the next one.
        var entry = QueueEntry(logID: reading.readingKey.rawValue, revision: reading.revision)
        _ = entry.superseded(by: entry.newestRevision + 1)
    }

    /// Converts a record's values and shortens its texts.
    static func take(_ record: VitalRecord) {
        record.measurements.forEach(take)
        _ = record.shortened(from: 1_000)
        _ = record.timestamp.iso8601Milliseconds
    }

    private static func record(_ reading: Reading) throws -> VitalRecord {
        guard let logID = LogID(rawValue: reading.readingKey.rawValue), let seat = SeatID(rawValue: "bed-a") else {
            throw BusError(.invalidArgument, message: "the key is not an id")
        }
        return VitalRecord(reading: reading, logID: logID, seat: seat)
    }

    private static func take(_ measurement: Measurement) {
        _ = measurement.isImplausible
        _ = measurement.glucoseOutOfBounds
        _ = ValueCheck.unusual(in: [measurement])
        _ = MeasuredText.value(measurement)
        guard let metric = MetricTable.metric(named: measurement.metric) else { return }
        for unit in metric.units {
            _ = try? metric.convert(measurement.value, from: measurement.unit, to: unit.ucum, fractionDigits: 2)
        }
    }
}
