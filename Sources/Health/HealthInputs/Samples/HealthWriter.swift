package import VitalRecords

/// Delivers the content of an input to a sink and keeps the report of the pass.
///
/// It introduces each name to the sink once for each import, so one writer handles all its files.
package struct HealthWriter {
    /// The report; complete after ``finish(bytes:fault:)``.
    package var report = HealthScanReport()

    private var types: [AppleType] = []
    private var typeIndices: [String: Int] = [:]
    private var sources: [HealthSource: Int] = [:]
    private var lastSource: (source: HealthSource, number: Int)?
    private var units: [String: Int] = [:]
    private var currentType: Int?
    /// The last day with a total, by type.
    private var totalDays: [Int: Int] = [:]
    private var isOrdered = true
    private var isGroupedByType = true

    /// The most names to remember; real inputs have fewer.
    private static let mostNames = 10_000
    /// The days from 2000 to 2099.
    private static let possibleDays = 10_957..<47_482

    /// Creates a writer for one import.
    package init() {}

    /// Finds the index of a type; a new one is introduced to the sink.
    package mutating func type(_ identifier: String, into sink: inout some HealthSink) -> Int {
        if let known = typeIndices[identifier] { return known }
        guard types.count < Self.mostNames else { return rest }
        types.append(AppleType(identifier: identifier, number: sink.type(identifier)))
        typeIndices[identifier] = types.count - 1
        return types.count - 1
    }

    /// The index of the entry that counts all types beyond the limit together; no sink takes its samples.
    private var rest: Int {
        mutating get {
            if types.count == Self.mostNames { types.append(.rest) }
            return Self.mostNames
        }
    }

    /// Whether a type's samples are delivered, not only counted.
    package func wants(_ type: Int) -> Bool { types[type].number != nil }

    /// The sink's number of a source.
    package mutating func source(_ source: HealthSource, into sink: inout some HealthSink) -> Int {
        if let lastSource, lastSource.source == source { return lastSource.number }
        let number = sources[source] ?? sink.source(source)
        if sources.count < Self.mostNames { sources[source] = number }
        lastSource = (source, number)
        return number
    }

    /// The sink's number of a unit.
    package mutating func unit(_ name: String, into sink: inout some HealthSink) -> Int {
        if let known = units[name] { return known }
        let number = sink.unit(name)
        if units.count < Self.mostNames { units[name] = number }
        return number
    }

    /// Counts an element of a type, wanted or not.
    package mutating func count(_ type: Int) {
        types[type].count += 1
        guard currentType != type else { return }
        if types[type].count > 1 { isGroupedByType = false }
        isOrdered = true
        currentType = type
    }

    /// Counts an element that is not a sample.
    package mutating func count(_ identifier: String, times: Int = 1) {
        let isKnown = report.elements[identifier] != nil || report.elements.count < Self.mostNames
        report.elements[isKnown ? identifier : AppleType.rest.identifier, default: 0] += times
    }

    /// Validates the times of an element; nil, with damage, if they are impossible.
    ///
    /// - Returns: The times, with the end not before the start.
    package mutating func times(_ start: Int64, end: Int64, at offset: UInt64, element: String) -> (Int64, Int64)? {
        let possible = AppleExportScanner.possibleTimes
        guard possible.contains(start), possible.contains(end) else {
            report.damage.note(
                offset,
                element: element,
                message: "its dates are outside 2000 to 2099; it was left out"
            )
            return nil
        }
        if end < start {
            report.damage.note(
                offset,
                element: element,
                message: "it ends before it begins; it was imported as a moment"
            )
        }
        return (start, max(start, end))
    }

    /// Makes a sample with the sink's numbers; nil if it is unwanted or its times are impossible.
    package mutating func sample(_ draft: HealthDraft, at offset: UInt64, into sink: inout some HealthSink)
        -> HealthSample?
    {
        guard let times = times(draft.start, end: draft.end, at: offset, element: types[draft.type].identifier) else {
            return nil
        }
        if !types[draft.type].note(start: times.0), draft.type == currentType { isOrdered = false }
        guard let number = types[draft.type].number else { return nil }
        return HealthSample(
            type: number,
            source: source(draft.source, into: &sink),
            unit: draft.unit.map { unit($0, into: &sink) },
            start: times.0,
            end: times.1,
            value: draft.value,
            flags: draft.flags
        )
    }

    /// Counts a sample and delivers it.
    package mutating func deliver(_ draft: HealthDraft, at offset: UInt64, into sink: inout some HealthSink) {
        count(draft.type)
        if let sample = sample(draft, at: offset, into: &sink) { sink.receive(sample) }
    }

    /// Delivers a total of a local day; it is not counted.
    package mutating func deliver(
        dayTotal value: DecimalNumber,
        of type: Int,
        unit name: String?,
        on day: Int,
        part: Int? = nil,
        from start: Int64? = nil,
        source: HealthSource,
        at offset: UInt64 = 0,
        into sink: inout some HealthSink
    ) {
        guard Self.possibleDays.contains(day) else {
            let element = types[type].identifier
            return report.damage.note(
                offset,
                element: element,
                message: "its day is outside 2000 to 2099; it was left out"
            )
        }
        if let last = totalDays[type], day < last, type == currentType { isOrdered = false }
        totalDays[type] = day
        guard let number = types[type].number else { return }
        let source = self.source(source, into: &sink)
        let unit = name.map { self.unit($0, into: &sink) }
        let total = HealthDayTotal(
            type: number,
            source: source,
            unit: unit,
            day: day,
            value: value,
            part: part,
            start: start
        )
        sink.receive(.dayTotal(total))
    }

    /// Ends a file's pass: returns its report and starts the next one.
    package mutating func finish(bytes: UInt64, fault: InputFault?) -> HealthScanReport {
        var report = report
        for index in types.indices where types[index].count > 0 {
            report.elements[types[index].identifier, default: 0] += types[index].count
            types[index].count = 0
        }
        report.bytes = bytes
        if let fault {
            report.damage.note(fault.offset, element: "file", message: fault.message)
            report.cut = cut
        }
        self.report = HealthScanReport()
        (currentType, isOrdered, isGroupedByType) = (nil, true, true)
        totalDays = [:]
        return report
    }

    private var cut: HealthCut {
        HealthCut(
            type: currentType.map { types[$0].identifier },
            lastStart: currentType.flatMap { types[$0].lastStart },
            lastDay: currentType.flatMap { totalDays[$0] },
            isOrdered: isOrdered,
            isGroupedByType: isGroupedByType
        )
    }
}

/// A sample with names instead of the sink's numbers.
package struct HealthDraft {
    /// The index of its type, see ``HealthWriter/type(_:into:)``.
    package var type: Int
    /// The source.
    package var source: HealthSource
    /// The unit as HealthKit writes it; nil for a category.
    package var unit: String?
    /// The start in seconds since 1970 (UTC).
    package var start: Int64
    /// The end in seconds since 1970 (UTC).
    package var end: Int64
    /// The value in its unit.
    package var value: DecimalNumber
    /// Further properties.
    package var flags: HealthSampleFlags

    /// Creates a draft.
    package init(
        type: Int,
        source: HealthSource,
        unit: String? = nil,
        start: Int64,
        end: Int64,
        value: DecimalNumber,
        flags: HealthSampleFlags = []
    ) {
        self.type = type
        self.source = source
        self.unit = unit
        self.start = start
        self.end = end
        self.value = value
        self.flags = flags
    }
}
