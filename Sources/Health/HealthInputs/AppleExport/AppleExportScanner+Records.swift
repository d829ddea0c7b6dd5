internal import HealthTypes
internal import VitalRecords

extension AppleExportScanner {
    /// 2000-01-01 and 2100-01-01: no sample lies outside, and no record may.
    static let possibleTimes: Range<Int64> = 946_684_800..<4_102_444_800

    /// Takes in a record: at once where it is empty, else when its end tag comes.
    mutating func startRecord(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ isEmpty: Bool,
        _ sink: inout some HealthSink
    ) {
        if isInRecord || isInWorkout { closeUnfinished(&sink) }
        let isHeadSame = lastHead.tag == tag.number - 1 && tag.isHeadSame
        if !isHeadSame, tag.value(.type)?.isEmpty ?? true {
            report.damage.note(offset, AppleElement.record.rawValue, "it has no type; it was left out")
            return
        }
        let type = isHeadSame ? lastHead.type : typeIndex(bytes, tag.value(.type) ?? ByteRange(0, 0), &sink)
        if !isInCorrelation { count(type) }
        let number = types[type].number
        // Dates of records that nobody wants matter only where words about the zone may follow.
        guard number != nil || !isEmpty else { return }
        let times = times(bytes, at: offset, .record)
        if !isInCorrelation, let start = times?.start, !types[type].note(start: start), type == currentType {
            isOrdered = false
        }
        if let times, !writtenOffsets.isSilent(times.startOffset) {
            for hint in writtenOffsets.note(times.start, times.startOffset) { sink.receive(.zoneHint(hint)) }
        }
        var sample: HealthSample?
        if let number, let times {
            let isCategory = types[type].isCategory
            sample = self.sample(number, times, isCategory, isHeadSame, bytes, at: offset, &sink)
            lastHead.type = type
        }
        guard !isEmpty else {
            if let sample { deliver(sample, &sink) }
            return
        }
        let awaitsBeat = types[type].hasBeats
        isInRecord = true
        record = AppleRecord(offset: offset, times: times, sample: sample, awaitsBeat: awaitsBeat)
    }

    /// Takes in the record that is open.
    mutating func finishRecord(_ sink: inout some HealthSink) {
        if let sample = record?.sample { deliver(sample, &sink) }
        record = nil
        isInRecord = false
    }

    private mutating func closeUnfinished(_ sink: inout some HealthSink) {
        if isInRecord, !isInWorkout {
            report.damage.note(
                record?.offset ?? 0,
                AppleElement.record.rawValue,
                "its end tag is lost; it was taken as whole"
            )
            finishRecord(&sink)
        }
        if isInWorkout { closeAll(&sink) }
    }

    private mutating func deliver(_ sample: HealthSample, _ sink: inout some HealthSink) {
        if isInCorrelation {
            guard correlation?.samples.count ?? 0 < Self.mostChildren else { return }
            correlation?.samples.append(sample)
        } else {
            sink.receive(sample)
        }
    }

    /// The most samples of one correlation.
    private static let mostChildren = 256

    private mutating func count(_ type: Int) {
        types[type].count += 1
        elementCount += 1
        guard currentType != type else { return }
        // A type that comes again after another one: the file is not grouped by type.
        if types[type].count > 1 { isGroupedByType = false }
        isOrdered = true
        currentType = type
    }

    private mutating func sample(
        _ number: Int,
        _ times: AppleTimes,
        _ isCategory: Bool,
        _ isHeadSame: Bool,
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ sink: inout some HealthSink
    ) -> HealthSample? {
        guard let value = isCategory ? category(bytes) : quantity(bytes) else {
            report.damage.note(offset, AppleElement.record.rawValue, "its value cannot be read; it was left out")
            return nil
        }
        if !isHeadSame {
            lastHead.source = sourceNumber(bytes, &sink)
            lastHead.unit = isCategory ? nil : unitNumber(bytes, &sink)
        }
        lastHead.tag = tag.number
        return HealthSample(
            type: number,
            source: lastHead.source,
            unit: lastHead.unit,
            start: times.start,
            end: times.end,
            value: value
        )
    }

    private func quantity(_ bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        tag.value(.value).flatMap { ByteNumber.decimal(bytes, $0) }
    }

    private func category(_ bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        guard let value = tag.value(.value), !value.isEmpty else { return DecimalNumber(HealthCategory.notApplicable) }
        guard value.count <= 128 else { return nil }
        return HealthCategory.number(named: ByteText.unescaped(bytes, value)).map { DecimalNumber($0) }
    }

    /// Start and end in seconds since 1970, where both can be read.
    mutating func times(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ element: AppleElement
    ) -> AppleTimes? {
        guard let ranges = tag.times, let first = dates.moment(bytes, ranges.start),
            let last = dates.moment(bytes, ranges.end)
        else {
            report.damage.note(offset, element.rawValue, "its dates cannot be read; it was left out")
            return nil
        }
        let (start, end) = (first.time, last.time)
        guard Self.possibleTimes.contains(start), Self.possibleTimes.contains(end) else {
            report.damage.note(offset, element.rawValue, "its dates lie outside of 2000 to 2099; it was left out")
            return nil
        }
        if end < start {
            report.damage.note(offset, element.rawValue, "it ends before it begins; it was taken as a moment")
        }
        if tag.firstStart != nil {
            report.damage.note(offset, element.rawValue, "its start stands twice; the last one, or the end, was taken")
        }
        return AppleTimes(start: start, end: max(start, end), startOffset: first.offset, endOffset: last.offset)
    }
}
