extension RecordDetails {
    /// From so many bytes of JSON on, a record or a reading is long: 32 of these fill a message of the bus.
    static let longRecord = 1_500

    /// The details without segments and series.
    var withoutLists: RecordDetails {
        var short = self
        short.segments = []
        short.series = []
        return short
    }
}

extension VitalRecord {
    /// The record without what can be of any length: one that an earlier version took still has to be shown.
    package var withoutTexts: VitalRecord {
        var short = self
        short.details = nil
        short.context = nil
        short.measurements = []
        short.source = RecordSource(kind: source.kind, originalSource: source.originalSource?.cut(toBytes: 64))
        return short
    }

    /// The record without the lists of its details where it is long, for pages of many records.
    ///
    /// - Parameter bytes: How long its JSON is.
    public func shortened(from bytes: Int) -> VitalRecord {
        guard bytes > RecordDetails.longRecord, let details else { return self }
        var short = self
        short.details = details.withoutLists
        return short
    }
}

extension Reading {
    /// The reading without the lists of its details where it is long, for pages of many readings.
    ///
    /// - Parameter bytes: How long its JSON is.
    public func shortened(from bytes: Int) -> Reading {
        guard bytes > RecordDetails.longRecord, let details else { return self }
        var short = self
        short.details = details.withoutLists
        return short
    }
}
