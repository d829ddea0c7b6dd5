internal import Crypto
internal import VitalRecords

extension AppleExportScanner {
    /// Takes in a whole start tag.
    mutating func start(
        _ element: AppleElement,
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ isEmpty: Bool,
        _ sink: inout some HealthSink
    ) {
        switch element {
        case .record: startRecord(bytes, at: offset, isEmpty, &sink)
        case .metadataEntry: metadata(bytes, &sink)
        case .beat: beat(bytes, &sink)
        case .correlation: startCorrelation(bytes, at: offset, isEmpty, &sink)
        case .workout: startWorkout(bytes, at: offset, isEmpty, &sink)
        case .workoutActivity: isInActivity = !isEmpty
        case .workoutStatistics: statistic(bytes)
        case .fileReference: route(bytes, &sink)
        case .activitySummary: count("HKActivitySummaryTypeIdentifier", &sink)
        case .clinicalRecord: clinicalRecord(bytes, &sink)
        case .audiogram, .visionPrescription: countTyped(element, bytes, &sink)
        case .healthData: hasRoot = true
        case .exportDate: exportDate(bytes, at: offset, &sink)
        case .me: person(bytes, &sink)
        }
    }

    /// Counts an element of the top level; what was open before is closed by it, whatever became of its end tag.
    mutating func count(_ identifier: String, _ sink: inout some HealthSink) {
        closeAll(&sink)
        // Real files have up to 100 types.
        let isKnown = report.elements.count < Self.mostTypes || report.elements[identifier] != nil
        report.elements[isKnown ? identifier : "other", default: 0] += 1
        elementCount += 1
        currentType = nil
    }

    private mutating func countTyped(
        _ element: AppleElement,
        _ bytes: borrowing Span<UInt8>,
        _ sink: inout some HealthSink
    ) {
        let type = tag.value(.type).map { ByteText.unescaped(bytes, $0) }
        count(type ?? element.rawValue, &sink)
    }

    private mutating func clinicalRecord(_ bytes: borrowing Span<UInt8>, _ sink: inout some HealthSink) {
        count("ClinicalRecord", &sink)
        guard let path = tag.value(.resourceFilePath) else { return }
        sink.receive(.attachment(HealthAttachment(kind: .clinicalRecord, path: ByteText.unescaped(bytes, path))))
    }

    private mutating func exportDate(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ sink: inout some HealthSink
    ) {
        guard let moment = tag.value(.value).flatMap({ ByteDate.moment(bytes, $0) }) else {
            report.damage.note(offset, AppleElement.exportDate.rawValue, "its date cannot be read")
            return
        }
        writtenOffsets.exported = moment.offset
        sink.receive(.exported(time: moment.time, utcOffset: moment.offset))
    }

    /// Reduces the person to a fingerprint at once: what was read of them exists nowhere else.
    private mutating func person(_ bytes: borrowing Span<UInt8>, _ sink: inout some HealthSink) {
        var hash = SHA256()
        hash.update(data: salt)
        var isKnown = false
        for name in [AppleAttributeName.dateOfBirth, .biologicalSex, .bloodType] {
            let value = tag.value(name).map { ByteText.copy(bytes, $0) } ?? []
            isKnown = isKnown || (name == .dateOfBirth && !value.isEmpty)
            hash.update(data: [UInt8(truncatingIfNeeded: value.count)] + value)
        }
        // Without a date of birth nearly everybody is equal.
        guard isKnown else { return }
        let digits = hash.finalize().prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        sink.receive(.person(fingerprint: digits.joined()))
    }

    /// Closes what is open because something of the top level begins.
    mutating func closeAll(_ sink: inout some HealthSink) {
        if isInRecord {
            noteUnclosed(.record)
            finishRecord(&sink)
        }
        if isInCorrelation {
            noteUnclosed(.correlation)
            finishCorrelation(&sink)
        }
        if isInWorkout {
            noteUnclosed(.workout)
            finishWorkout(&sink)
        }
        isInActivity = false
    }

    private mutating func noteUnclosed(_ element: AppleElement) {
        report.damage.note(record?.offset ?? openOffset, element.rawValue, "its end tag is lost; it was taken as whole")
    }
}
