public import FoundationEssentials
public import HealthInputs

extension HealthInput {
    /// Reads all of it into a sink, whatever its kind.
    ///
    /// SQLite reads files only, so a database is copied to a private temporary one first, which is removed afterwards.
    ///
    /// - Parameters:
    ///   - sink: Takes in what is whole.
    ///   - salt: A secret of the site, for the person's fingerprint.
    ///   - clock: The person's clock, for kinds that have times without a zone.
    ///   - copies: Where the copy is made; nil for the system's temporary folder.
    ///   - progress: Is told how far it is after each block; throws to stop.
    /// - Returns: What was found; damage is there, not thrown.
    /// - Throws: ``HealthInputsError``, and what `progress` throws.
    public func readAll(
        into sink: inout some HealthSink,
        salt: [UInt8],
        clock: LocalClock = .utc,
        copies: URL? = nil,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        guard kind == .healthConnect else {
            return try read(into: &sink, salt: salt, clock: clock, progress: progress)
        }
        let copy = try TemporaryCopy(of: self, in: copies) { try progress(HealthProgress(bytes: $0, elements: 0)) }
        defer { copy.remove() }
        var report = try HealthConnectReader().read(path: copy.path, into: &sink) { rows in
            try progress(HealthProgress(bytes: copy.size, elements: Int(clamping: rows)))
        }
        if let fault = copy.fault { report.damage.note(copy.size, "file", fault) }
        return report
    }
}
