public import FoundationEssentials

extension ReadingKey {
    /// The key of an imported sample: `imp1-` and 32 hex digits.
    ///
    /// Hashed are, as ``hashed(scheme:fields:)`` says, the fields 1 scope, 2 type, 3 source (each its UTF-8), 4 start and
    /// 5 end (milliseconds since 1970, 8 bytes, big-endian), 6 ordinal (8 bytes, big-endian). Value, unit, device and
    /// local dates are not in it: they differ between two exports of the same sample.
    ///
    /// - Parameters:
    ///   - scope: The input that the data came by, for example a watched folder's id: equal for all that one person's
    ///     phone exports, another one for every person. Two people's phones have equal samples (both stood at 9:00), and a
    ///     key belongs to one person for ever. A pseudonym, never a name.
    ///   - type: The sample's type, as the export names it.
    ///   - source: The name of the app or device that wrote the sample, as the export has it.
    ///   - start: When the sample began.
    ///   - end: When it ended.
    ///   - ordinal: From 0: its place among samples that are equal in all of this.
    public static func importSample(
        scope: String,
        type: String,
        source: String,
        start: Date,
        end: Date,
        ordinal: Int = 0
    ) -> ReadingKey {
        hashed(
            scheme: "imp1",
            fields: [
                1: Array(scope.utf8), 2: Array(type.utf8), 3: Array(source.utf8), 4: milliseconds(start),
                5: milliseconds(end), 6: bigEndian(UInt64(bitPattern: Int64(ordinal))),
            ]
        )
    }

    /// The key of an imported summary of a local day: `sum1-` and 32 hex digits.
    ///
    /// Hashed are the fields 1 scope, 2 set, 3 source scope (each its UTF-8), 4 day (`2026-03-01`). A later export's
    /// summary of the day has the same key and a higher revision.
    ///
    /// - Parameters:
    ///   - scope: The input that the data came by, see ``importSample(scope:type:source:start:end:ordinal:)``.
    ///   - set: The set of types, for example `routine`.
    ///   - sourceScope: Which sources it sums up: one's name, or a word for all of them.
    ///   - year: The local day's year.
    ///   - month: Its month, from 1.
    ///   - day: Its day, from 1.
    /// - Returns: The key, or nil where the calendar has no such day.
    public static func importSummary(
        scope: String,
        set: String,
        sourceScope: String,
        year: Int,
        month: Int,
        day: Int
    ) -> ReadingKey? {
        guard let civil = CivilDateTime(year: year, month: month, day: day) else { return nil }
        return hashed(
            scheme: "sum1",
            fields: [
                1: Array(scope.utf8), 2: Array(set.utf8), 3: Array(sourceScope.utf8),
                4: Array(civil.description.utf8.prefix(10)),
            ]
        )
    }

    private static func milliseconds(_ time: Date) -> [UInt8] {
        bigEndian(UInt64(bitPattern: time.millisecondsSince1970))
    }
}
