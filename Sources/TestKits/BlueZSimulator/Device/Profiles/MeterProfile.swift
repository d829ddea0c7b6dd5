package import SeededRandom

/// Glucose, 0x1808: notifies 0x2A18 and 0x2A34 for each record of a report; keeps its records.
package struct MeterProfile: ProfileBehaviour {
    /// The records, oldest first.
    package private(set) var records: [MeterRecord] = []

    private let quirks: Set<DeviceQuirk>
    private let pause: Duration
    /// The unsent records of the current report; nil without a report.
    private var left: [MeterRecord]?
    private var asked: Set<Int> = []
    private var told = 0
    private var last: MeterRecord?
    private var repeats: Int?
    private var next: Duration?
    private var endsReport = false

    static let control: UInt16 = 0x2A52

    /// Creates a meter without records.
    package init(_ script: ScenarioDevice) {
        quirks = script.quirks
        pause = script.recordPause
    }

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        var rows: [ProfileService.Row] = [
            .init(0x2A18, flags: ["notify"], guarded: true), .init(0x2A34, flags: ["notify"], guarded: true),
            .init(0x2A51, flags: ["read"]), .init(Self.control, flags: ["write", "indicate"], guarded: true),
        ]
        if quirks.contains(.clockInService) { rows.append(.init(0x2A08, flags: ["read", "write"])) }
        var services = [ProfileService(0x1808, rows: rows)]
        if quirks.contains(.contourClock) {
            services.append(
                ProfileService(GattUUID.contourService, rows: [.init(GattUUID.contourClock, flags: ["write"])])
            )
        }
        if quirks.contains(.careSensClock) {
            services.append(ProfileService(0xFFF0, rows: [.init(0xFFF1, flags: ["write", "notify"])]))
        }
        return quirks.isDisjoint(with: DeviceQuirk.ownClocks) ? services + [.currentTime] : services
    }

    /// Glucose Measurement.
    package var measurement: UInt16 { 0x2A18 }
    /// Whether some record was never sent by a complete report.
    package var hasNews: Bool { records.contains { !$0.isFetched } }
    /// The number of records in memory.
    package var recordCount: Int { records.count }
    /// Ten seconds, the time that traffic keeps the link.
    package var patience: Duration { .seconds(10) }
    /// When the next record is due.
    package var deadline: Duration? { next }

    /// A measurement and its context.
    package mutating func frames(
        _ values: MeasurementValues,
        number: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        var stamp = moment.stamp
        // i-SENS: January is month 13.
        if quirks.contains(.month13), stamp[2] == 1 { stamp[2] = 13 }
        return GlucoseFrame.make(values, sequence: UInt16(truncatingIfNeeded: number), stamp: stamp, random: &random)
    }

    /// Stores every reading in the meter's memory.
    package mutating func keep(_ reading: StoredReading, values: MeasurementValues, at moment: ProfileMoment) -> Bool {
        let sequence = reading.frames.first.flatMap { FrameBytes.word($0.bytes, at: 1) } ?? 0
        let time = CivilTime(seconds: moment.clock.seconds + 60 * (values.whole(.offsetMinutes) ?? 0))
        records.append(MeterRecord(reading: reading, sequence: sequence, time: time))
        return true
    }

    /// Features.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        short == 0x2A51 ? [0xFF, 0x03] : nil
    }

    /// Handles the control point; ``VirtualDevice`` handles the vendor clocks.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        guard short == Self.control else { return nil }
        guard moment.subscribed.isSuperset(of: [Self.control, measurement]) else { throw .cccdImproper }
        guard left == nil || value.first == RecordAccess.abort else { throw .procedureInProgress }
        return [.told(.racp, value.hex)] + request(value, at: moment)
    }

    private mutating func request(_ value: [UInt8], at moment: ProfileMoment) -> [DeviceOutput] {
        let opcode = value.first ?? 0
        if opcode == RecordAccess.abort { return abort(value) }
        guard [RecordAccess.report, RecordAccess.delete, RecordAccess.count].contains(opcode),
            opcode != RecordAccess.count || !quirks.contains(.noCount)
        else { return [Self.answer(opcode, code: .opcodeNotSupported)] }
        let found: [MeterRecord]
        do {
            found = try RecordAccess.select(
                shown,
                operation: value.dropFirst().first ?? 0,
                operand: Array(value.dropFirst(2)),
                onlyAll: quirks.contains(.onlyAllRecords)
            )
        } catch {
            return [Self.answer(opcode, code: error)]
        }
        if opcode == RecordAccess.count {
            let count = FrameBytes.word(clamping: found.count)
            return [.answer(DeviceFrame(Self.control, bytes: [RecordAccess.counted, 0] + count))]
        }
        guard !found.isEmpty else { return [Self.answer(opcode, code: .noRecords)] }
        let numbers = Set(found.map(\.reading.number))
        if opcode == RecordAccess.delete {
            records.removeAll { numbers.contains($0.reading.number) }
            return [Self.answer(opcode, code: .success)]
        }
        left = quirks.contains(.duplicateRecords) ? found.flatMap { [$0, $0] } : found
        (asked, told, endsReport) = (numbers, 0, false)
        next = moment.now + pause
        return []
    }

    private mutating func abort(_ value: [UInt8]) -> [DeviceOutput] {
        let ran = left != nil
        stop()
        let isFine = ran || value.dropFirst().first == 0
        return [Self.answer(RecordAccess.abort, code: isFine ? .success : .abortUnsuccessful)]
    }

    /// The records as requests see them.
    private var shown: [MeterRecord] {
        var all = records
        if quirks.contains(.reversedSequence) {
            // TaiDoc: the newest record comes first, and each new one renumbers all.
            all = records.reversed().enumerated().map { $0.element.numbered(UInt16(truncatingIfNeeded: $0.offset + 1)) }
        }
        if quirks.contains(.fakeHigh) {
            let frame = GlucoseFrame.fakeHigh(sequence: UInt16(truncatingIfNeeded: (all.last?.sequence ?? 0) &+ 1))
            let time = CivilTime("2037-01-01T00:00:00") ?? CivilTime(seconds: 0)
            all.append(
                MeterRecord(
                    reading: StoredReading(number: 0, frames: [frame]),
                    sequence: FrameBytes.word(frame.bytes, at: 1) ?? 0,
                    time: time
                )
            )
        }
        return all
    }

    /// Sends the next record of a report, or ends it.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        guard let time = next, time <= moment.now, var rest = left else { return [] }
        next = moment.now + pause
        if let record = last, repeats.map({ $0 > 0 }) ?? false {
            repeats = repeats.map { $0 == .max ? $0 : $0 - 1 }
            return [.record(record.reading, place: told)]
        }
        guard !rest.isEmpty else {
            next = nil
            return [.reportEnds]
        }
        let record = rest.removeFirst()
        (left, last) = (rest, record)
        told += 1
        return [.record(record.reading, place: told)]
    }

    /// Sends the success code that closes a report.
    package mutating func endReport() -> [DeviceOutput] {
        guard left != nil else { return [] }
        left = nil
        endsReport = true
        return [Self.answer(RecordAccess.report, code: .success)]
    }

    /// Marks the records as fetched, since the closing answer was confirmed.
    package mutating func answered() -> [DeviceOutput] {
        guard endsReport else { return [] }
        endsReport = false
        for index in records.indices where asked.contains(records[index].reading.number) {
            records[index].isFetched = true
        }
        return [.told(.racp, "reported \(asked.count)")]
    }

    /// Repeats the last sent record, endlessly without a limit.
    package mutating func repeatRecord(limit: Int?) -> Bool {
        guard left != nil, last != nil else { return false }
        repeats = limit ?? .max
        return true
    }

    /// Deletes all records and returns their number.
    package mutating func clear() -> Int {
        defer { records = [] }
        return records.count
    }

    /// Ends the report.
    package mutating func linkEnded() { stop() }

    private mutating func stop() {
        (left, last, repeats, next, endsReport) = (nil, nil, nil, nil, false)
    }

    private static func answer(_ opcode: UInt8, code: RecordAccess.Code) -> DeviceOutput {
        .answer(DeviceFrame(control, bytes: [RecordAccess.response, 0, opcode, code.rawValue]))
    }
}
