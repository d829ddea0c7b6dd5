/// Watches the offsets of dates, and says where they change.
///
/// Silent while all are that of the day of the export, as in nearly every file.
struct WrittenOffsets {
    /// How often the same offset is told again, in seconds.
    private static let interval: Int64 = 6 * 3_600

    /// The offset of the day of the export.
    var exported: Int?
    private var hasOthers = false
    private var last: (time: Int64, offset: Int)?
    private var told: (time: Int64, offset: Int)?

    /// Whether nothing is to be told of a sample with an offset.
    func isSilent(_ offset: Int) -> Bool { !hasOthers && (exported == nil || offset == exported) }

    /// What is to be told of a sample's start.
    mutating func note(_ time: Int64, _ offset: Int) -> [ZoneHint] {
        if !hasOthers {
            guard let exported, offset != exported else { return [] }
            hasOthers = true
        }
        let before = last
        last = (time, offset)
        if let told, told.offset == offset, told.time / Self.interval == time / Self.interval { return [] }
        told = (time, offset)
        var hints = [ZoneHint(time: time, zone: .written(offset))]
        if let before, before.offset != offset {
            hints.insert(ZoneHint(time: before.time, zone: .written(before.offset)), at: 0)
        }
        return hints
    }
}
