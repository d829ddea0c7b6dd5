/// The types, sources and units of a file, with the numbers that the sink assigned to them.
///
/// The sink learns each name once, when it first occurs.
struct AppleNameTables: ~Copyable {
    /// The most distinct types; real files have up to 100 types and 700 sources.
    static let mostTypes = 10_000
    private static let mostSources = 10_000
    /// The longest name of a type, source or unit, in bytes; longer ones are truncated.
    private static let longestName = 256

    /// The types in the order of their first record.
    var types: [AppleType] = []
    private var typeNames = NameTable()
    private var sourceNames = NameTable()
    private var sourceNumbers: [Int] = []
    private var unitNames = NameTable()
    private var unitNumbers: [Int] = []

    /// Finds the index of a type in ``types``; a new one is introduced to the sink.
    mutating func typeIndex(
        _ bytes: borrowing Span<UInt8>,
        at range: ByteRange,
        to sink: inout some HealthSink
    ) -> Int {
        let range = Self.cut(range)
        if let found = typeNames.find(bytes, in: range) { return found }
        guard types.count < Self.mostTypes else { return rest }
        let identifier = ByteText.unescaped(bytes, in: range)
        types.append(AppleType(identifier: identifier, number: sink.type(identifier)))
        return typeNames.add(bytes, in: range)
    }

    /// The index of the entry that counts all types beyond ``mostTypes`` together; no sink takes its samples.
    private var rest: Int {
        mutating get {
            if types.count == Self.mostTypes { types.append(.rest) }
            return Self.mostTypes
        }
    }

    /// Finds the sink's number of the source of a tag; a new one is introduced to the sink.
    mutating func sourceNumber(
        _ bytes: borrowing Span<UInt8>,
        of tag: borrowing AppleTag,
        to sink: inout some HealthSink
    ) -> Int {
        let range = Self.cut(tag.source ?? ByteRange(0, end: 0))
        if let found = sourceNames.find(bytes, in: range) { return sourceNumbers[found] }
        let name = range.isEmpty ? "unknown" : ByteText.unescaped(bytes, in: range)
        let device = tag.value(.device).map { ByteText.unescaped(bytes, in: Self.cut($0)) }
        let number = sink.source(AppleDevice.source(named: name, device: device ?? ""))
        guard sourceNumbers.count < Self.mostSources else { return number }
        sourceNumbers.append(number)
        _ = sourceNames.add(bytes, in: range)
        return number
    }

    /// Finds the sink's number of the unit of a tag; a new one is introduced to the sink.
    mutating func unitNumber(
        _ bytes: borrowing Span<UInt8>,
        of tag: borrowing AppleTag,
        to sink: inout some HealthSink
    ) -> Int {
        let range = Self.cut(tag.value(.unit) ?? ByteRange(0, end: 0))
        if let found = unitNames.find(bytes, in: range) { return unitNumbers[found] }
        let number = sink.unit(ByteText.unescaped(bytes, in: range))
        guard unitNumbers.count < Self.mostSources else { return number }
        unitNumbers.append(number)
        _ = unitNames.add(bytes, in: range)
        return number
    }

    private static func cut(_ range: ByteRange) -> ByteRange {
        range.count <= longestName ? range : ByteRange(range.lower, end: range.lower + longestName)
    }
}
