internal import VitalRecords

extension AppleExportScanner {
    /// Handles a complete start tag.
    mutating func start(
        _ element: AppleElement,
        bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        isEmpty: Bool,
        into sink: inout some HealthSink
    ) {
        switch element {
        case .record: startRecord(bytes, at: offset, isEmpty: isEmpty, into: &sink)
        case .metadataEntry: metadata(bytes, into: &sink)
        case .beat: beat(bytes, into: &sink)
        case .correlation: startCorrelation(bytes, at: offset, isEmpty: isEmpty, into: &sink)
        case .workout: startWorkout(bytes, at: offset, isEmpty: isEmpty, into: &sink)
        case .workoutActivity: pending.isInActivity = !isEmpty
        case .workoutStatistics: statistic(bytes)
        case .fileReference: route(bytes, into: &sink)
        case .activitySummary: count("HKActivitySummaryTypeIdentifier", into: &sink)
        case .clinicalRecord: clinicalRecord(bytes, into: &sink)
        case .audiogram, .visionPrescription: countTyped(element, bytes: bytes, into: &sink)
        case .healthData: hasRoot = true
        case .exportDate: exportDate(bytes, at: offset, into: &sink)
        case .me:
            // All other facts about the person are dropped immediately.
            if let fingerprint = tag.fingerprint(bytes, salt: salt) { sink.receive(.person(fingerprint: fingerprint)) }
        }
    }

    /// Counts a top-level element; it closes any element whose end tag is missing.
    mutating func count(_ identifier: String, into sink: inout some HealthSink) {
        pending.close(noting: &report.damage, to: &sink)
        // Real files have up to 100 types.
        let isKnown = report.elements.count < AppleNameTables.mostTypes || report.elements[identifier] != nil
        report.elements[isKnown ? identifier : "other", default: 0] += 1
        elementCount += 1
        currentType = nil
    }

    private mutating func countTyped(
        _ element: AppleElement,
        bytes: borrowing Span<UInt8>,
        into sink: inout some HealthSink
    ) {
        let type = tag.value(.type).map { ByteText.unescaped(bytes, in: $0) }
        count(type ?? element.rawValue, into: &sink)
    }

    private mutating func clinicalRecord(_ bytes: borrowing Span<UInt8>, into sink: inout some HealthSink) {
        count("ClinicalRecord", into: &sink)
        guard let path = tag.value(.resourceFilePath) else { return }
        sink.receive(.attachment(HealthAttachment(kind: .clinicalRecord, path: ByteText.unescaped(bytes, in: path))))
    }

    private mutating func exportDate(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        into sink: inout some HealthSink
    ) {
        guard let moment = tag.value(.value).flatMap({ ByteDate.moment(bytes, in: $0) }) else {
            report.damage.note(offset, element: AppleElement.exportDate.rawValue, message: "its date cannot be read")
            return
        }
        writtenOffsets.exported = moment.offset
        sink.receive(.exported(time: moment.time, utcOffset: moment.offset))
    }
}
