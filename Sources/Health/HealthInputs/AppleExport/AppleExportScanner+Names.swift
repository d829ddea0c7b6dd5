extension AppleExportScanner {
    /// The longest name of a type, a source or a unit that is kept; a longer one is cut.
    private static let longestName = 256

    /// The place of a type in ``types``; a new one is introduced to the sink.
    mutating func typeIndex(
        _ bytes: borrowing Span<UInt8>,
        _ range: ByteRange,
        _ sink: inout some HealthSink
    ) -> Int {
        let range = Self.cut(range)
        if let found = typeNames.find(bytes, range) { return found }
        guard types.count < Self.mostTypes else { return rest }
        let identifier = ByteText.unescaped(bytes, range)
        types.append(AppleType(identifier: identifier, number: sink.type(identifier)))
        return typeNames.add(bytes, range)
    }

    /// The place of all types behind the most: counted together, and no sample of them is of a known type.
    private var rest: Int {
        mutating get {
            if types.count == Self.mostTypes { types.append(.rest) }
            return Self.mostTypes
        }
    }

    /// The sink's number of the source.
    mutating func sourceNumber(
        _ bytes: borrowing Span<UInt8>,
        _ sink: inout some HealthSink
    ) -> Int {
        let range = Self.cut(tag.source ?? ByteRange(0, 0))
        if let found = sourceNames.find(bytes, range) { return sourceNumbers[found] }
        let name = range.isEmpty ? "unknown" : ByteText.unescaped(bytes, range)
        let device = tag.value(.device).map { ByteText.unescaped(bytes, Self.cut($0)) }
        let number = sink.source(AppleDevice.source(named: name, device: device ?? ""))
        guard sourceNumbers.count < Self.mostSources else { return number }
        sourceNumbers.append(number)
        _ = sourceNames.add(bytes, range)
        return number
    }

    /// The sink's number of a unit.
    mutating func unitNumber(
        _ bytes: borrowing Span<UInt8>,
        _ sink: inout some HealthSink
    ) -> Int {
        let range = Self.cut(tag.value(.unit) ?? ByteRange(0, 0))
        if let found = unitNames.find(bytes, range) { return unitNumbers[found] }
        let number = sink.unit(ByteText.unescaped(bytes, range))
        guard unitNumbers.count < Self.mostSources else { return number }
        unitNumbers.append(number)
        _ = unitNames.add(bytes, range)
        return number
    }

    /// Real files have up to 100 types and 700 sources.
    static let mostTypes = 10_000
    private static let mostSources = 10_000

    private static func cut(_ range: ByteRange) -> ByteRange {
        range.count <= longestName ? range : ByteRange(range.lower, range.lower + longestName)
    }
}
