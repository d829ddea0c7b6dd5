internal import HealthTypes
internal import VitalRecords

extension AppleExportScanner {
    /// 2000-01-01 to 2100-01-01; samples outside are invalid, and records must not have such times.
    static let possibleTimes: Range<Int64> = 946_684_800..<4_102_444_800

    /// Handles a record: delivers an empty one, or holds it until its end tag.
    mutating func startRecord(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        isEmpty: Bool,
        into sink: inout some HealthSink
    ) {
        if pending.isInRecord || pending.isInWorkout { pending.closeRecord(noting: &report.damage, to: &sink) }
        let isHeadSame = lastHead.tag == tag.number - 1 && tag.isHeadSame
        if !isHeadSame, tag.value(.type)?.isEmpty ?? true {
            report.damage.note(
                offset,
                element: AppleElement.record.rawValue,
                message: "it has no type; it was left out"
            )
            return
        }
        let type =
            isHeadSame ? lastHead.type : names.typeIndex(bytes, at: tag.value(.type) ?? ByteRange(0, end: 0), to: &sink)
        if !pending.isInCorrelation { count(type) }
        let number = names.types[type].number
        // Dates of unwanted records matter only if zone metadata may follow.
        guard number != nil || !isEmpty else { return }
        let times = times(bytes, at: offset, element: .record)
        if !pending.isInCorrelation, let start = times?.start, !names.types[type].note(start: start),
            type == currentType
        {
            isOrdered = false
        }
        if let times, !writtenOffsets.isSilent(times.startOffset) {
            for hint in writtenOffsets.note(times.start, offset: times.startOffset) { sink.receive(.zoneHint(hint)) }
        }
        var sample: HealthSample?
        if let number, let times {
            let isCategory = names.types[type].isCategory
            sample = self.sample(
                number,
                times: times,
                isCategory: isCategory,
                isHeadSame: isHeadSame,
                bytes: bytes,
                at: offset,
                into: &sink
            )
            lastHead.type = type
        }
        guard !isEmpty else {
            if let sample { pending.deliver(sample, to: &sink) }
            return
        }
        let awaitsBeat = names.types[type].hasBeats
        pending.isInRecord = true
        pending.record = AppleRecord(offset: offset, times: times, sample: sample, awaitsBeat: awaitsBeat)
    }

    private mutating func count(_ type: Int) {
        names.types[type].count += 1
        elementCount += 1
        guard currentType != type else { return }
        // A type that recurs after another one shows that the file is not grouped by type.
        if names.types[type].count > 1 { isGroupedByType = false }
        isOrdered = true
        currentType = type
    }

    private mutating func sample(
        _ number: Int,
        times: AppleTimes,
        isCategory: Bool,
        isHeadSame: Bool,
        bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        into sink: inout some HealthSink
    ) -> HealthSample? {
        guard let value = isCategory ? tag.category(bytes) : tag.number(.value, bytes: bytes) else {
            report.damage.note(
                offset,
                element: AppleElement.record.rawValue,
                message: "its value cannot be read; it was left out"
            )
            return nil
        }
        if !isHeadSame {
            lastHead.source = names.sourceNumber(bytes, of: tag, to: &sink)
            lastHead.unit = isCategory ? nil : names.unitNumber(bytes, of: tag, to: &sink)
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

    /// Reads start and end in seconds since 1970; nil, with damage, if either is unreadable.
    mutating func times(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        element: AppleElement
    ) -> AppleTimes? {
        guard let ranges = tag.times, let first = dates.moment(bytes, in: ranges.start),
            let last = dates.moment(bytes, in: ranges.end)
        else {
            report.damage.note(offset, element: element.rawValue, message: "its dates cannot be read; it was left out")
            return nil
        }
        let (start, end) = (first.time, last.time)
        guard Self.possibleTimes.contains(start), Self.possibleTimes.contains(end) else {
            report.damage.note(
                offset,
                element: element.rawValue,
                message: "its dates are outside 2000 to 2099; it was left out"
            )
            return nil
        }
        if end < start {
            report.damage.note(
                offset,
                element: element.rawValue,
                message: "it ends before it begins; it was imported as a moment"
            )
        }
        if tag.firstStart != nil {
            report.damage.note(
                offset,
                element: element.rawValue,
                message: "its start occurs twice; the last one, or the end, was used"
            )
        }
        return AppleTimes(start: start, end: max(start, end), startOffset: first.offset, endOffset: last.offset)
    }
}
