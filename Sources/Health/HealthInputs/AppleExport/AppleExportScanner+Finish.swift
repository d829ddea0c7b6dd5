internal import Archive

extension AppleExportScanner {
    /// Ends the pass and drops incomplete elements.
    ///
    /// - Parameter failure: Why the bytes ended early; nil if they did not.
    consuming func finish(_ failure: ArchiveError?) -> HealthScanReport {
        if let failure { report.damage.note(base, element: "file", message: failure.message) }
        for type in names.types where type.count > 0 { report.elements[type.identifier, default: 0] += type.count }
        report.bytes = base
        guard !isEnded else { return report }
        noteEnd()
        guard hasRoot || failure != nil else { return report }
        report.cut = HealthCut(
            type: currentType.map { names.types[$0].identifier },
            lastStart: currentType.flatMap { names.types[$0].lastStart },
            isOrdered: isOrdered,
            isGroupedByType: isGroupedByType
        )
        return report
    }

    private mutating func noteEnd() {
        guard hasRoot else {
            return report.damage.note(
                0,
                element: AppleElement.healthData.rawValue,
                message: "the file does not have this element; everything was imported"
            )
        }
        if let record = pending.record {
            report.damage.note(
                record.offset,
                element: AppleElement.record.rawValue,
                message: "the file ends inside it; it was left out"
            )
        } else if pending.correlation != nil || pending.workout != nil {
            let element: AppleElement = pending.correlation != nil ? .correlation : .workout
            report.damage.note(
                pending.offset,
                element: element.rawValue,
                message: "the file ends inside it; it was left out"
            )
        }
        report.damage.note(base, element: AppleElement.healthData.rawValue, message: "the file ends before its end tag")
    }
}
