internal import VitalRecords

extension AppleExportScanner {
    /// Handles the metadata of the open element; most of it is ignored.
    mutating func metadata(_ bytes: borrowing Span<UInt8>, into sink: inout some HealthSink) {
        // A previously ignored key is ignored again, whatever its value.
        if lastIdleMetadata == metadataTag.number - 1, metadataTag.isSame(.key) {
            lastIdleMetadata = metadataTag.number
            return
        }
        guard let key = metadataTag.value(.key), key.count > 2, bytes[key.lower] == UInt8(ascii: "H"),
            let value = metadataTag.value(.value)
        else {
            lastIdleMetadata = metadataTag.number
            return
        }
        switch key.count {
        case 10 where ByteText.equals(bytes, in: key, text: "HKTimeZone"):
            zone(
                ByteText.unescaped(bytes, in: ByteRange(value.lower, end: min(value.upper, value.lower + 64))),
                into: &sink
            )
        case 10 where ByteText.equals(bytes, in: key, text: "HKFoodMeal"),
            10 where ByteText.equals(bytes, in: key, text: "HKFoodType"):
            food(key, value: value, bytes: bytes)
        case 16 where ByteText.equals(bytes, in: key, text: "HKWasUserEntered"):
            if ByteText.equals(bytes, in: value, text: "1") { pending.noteUserEntered() }
        case 22 where ByteText.equals(bytes, in: key, text: "HKBloodGlucoseMealTime"):
            if ByteText.equals(bytes, in: value, text: "1") { pending.record?.sample?.flags.insert(.beforeMeal) }
            if ByteText.equals(bytes, in: value, text: "2") { pending.record?.sample?.flags.insert(.afterMeal) }
        default: lastIdleMetadata = metadataTag.number
        }
    }

    /// Emits the zone at the time when the sample was written, which is its end.
    private func zone(_ name: String, into sink: inout some HealthSink) {
        guard let time = pending.record?.times?.end ?? pending.correlation?.end ?? pending.workout?.end, !name.isEmpty
        else { return }
        let written = pending.record?.times?.endOffset ?? pending.utcOffset
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .named(name), writtenOffset: written)))
    }

    /// Names the open correlation after its meal, or else after its first food.
    private mutating func food(_ key: ByteRange, value: ByteRange, bytes: borrowing Span<UInt8>) {
        guard !pending.isInRecord, pending.isInCorrelation else { return }
        let isMeal = ByteText.equals(bytes, in: key, text: "HKFoodMeal")
        guard isMeal || pending.correlation?.name == nil else { return }
        let text = ByteText.unescaped(bytes, in: ByteRange(value.lower, end: min(value.upper, value.lower + 256)))
        pending.correlation?.name = text
    }

    /// Derives the UTC offset of the wall clock from the first beat of a list.
    ///
    /// A beat has the local time, `4:17:18.57 pm` or `16:17:18,57`, while the record's dates have the offset of the day
    /// of the export.
    mutating func beat(_ bytes: borrowing Span<UInt8>, into sink: inout some HealthSink) {
        pending.record?.awaitsBeat = false
        guard let start = pending.record?.times?.start, let range = tag.value(.time), range.count <= 32,
            let time = WallClock.secondOfDay(bytes, in: range)
        else { return }
        let ahead = (Int64(time) - start % 86_400 + 86_400) % 86_400
        let quarter = (ahead + 450) / 900 * 900
        // All zones differ by quarters of an hour; a beat is at most two minutes after the start.
        guard abs(ahead - quarter) <= 150 else { return }
        sink.receive(.zoneHint(ZoneHint(time: start, zone: .clock(Int(quarter % 86_400)))))
    }
}
