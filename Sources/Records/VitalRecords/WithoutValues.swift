extension Reading {
    /// The reading for those who may not see values: its key, kind and times, with nothing that was measured.
    public var withoutValues: Reading {
        var shown = self
        shown.measurements = []
        shown.context = nil
        shown.details = nil
        shown.source = source.withoutNames
        return shown
    }
}

extension VitalRecord {
    /// The record for those who may not see values: its name alone, with nothing that was measured.
    public var withoutValues: VitalRecord {
        var shown = self
        shown.measurements = []
        shown.context = nil
        shown.details = nil
        shown.source = source.withoutNames
        return shown
    }
}
