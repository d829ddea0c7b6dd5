internal import HealthInputs
internal import VitalRecords

/// The stored form of a kept series, in a few bytes for each sample.
///
/// Each sample is its fields in order, as numbers; times are relative to the first one, units and files are indices
/// into lists.
struct StoredSeries: Codable {
    private var name: String
    private var kind: String
    private var maker: String?
    private var model: String?
    private var platform: String?
    private var units: [String] = []
    private var base: Int64
    private var told: [Int64] = []
    private var samples: [[Int64]] = []
    private var totals: [[Int64]] = []

    init(_ series: KeptSeries) {
        name = series.source.name
        kind = series.source.kind.rawValue
        maker = series.source.manufacturer
        model = series.source.model
        platform = series.source.platform
        base = series.samples.first?.start ?? series.totals.first?.start ?? 0
        for sample in series.samples { add(sample) }
        for total in series.totals { add(total) }
    }

    /// The series; nil for an unknown form.
    var series: KeptSeries? {
        let source = HealthSource(
            name: name,
            kind: HealthSource.Kind(rawValue: kind) ?? .other,
            manufacturer: maker,
            model: model,
            platform: platform
        )
        let samples = samples.compactMap(sample)
        let totals = totals.compactMap(total)
        guard samples.count == self.samples.count, totals.count == self.totals.count else { return nil }
        return KeptSeries(source, samples: samples, totals: totals)
    }

    private mutating func add(_ sample: KeptSample) {
        let unit = place(ofUnit: sample.unit)
        let file = place(ofTold: sample.told)
        var fields = [sample.start - base, sample.end - sample.start]
        fields += [sample.value.mantissa, Int64(sample.value.exponent), unit]
        fields += [Int64(sample.flags.rawValue), sample.grain.rawValue, file]
        samples.append(fields)
    }

    private mutating func add(_ total: KeptTotal) {
        let unit = place(ofUnit: total.unit)
        let file = place(ofTold: total.told)
        var fields = [total.value.mantissa, Int64(total.value.exponent), unit, file]
        fields.append(Int64(total.part ?? -1))
        if let start = total.start { fields.append(start - base) }
        totals.append(fields)
    }

    private func sample(_ fields: [Int64]) -> KeptSample? {
        guard fields.count == 8, let value = Self.value(fields[2], exponent: fields[3]), let unit = unit(fields[4]),
            let flags = UInt8(exactly: fields[5]), let grain = KeptGrain(rawValue: fields[6]),
            let file = file(fields[7]), let start = Self.sum(base, and: fields[0]), fields[1] >= 0,
            let end = Self.sum(start, and: fields[1])
        else { return nil }
        return KeptSample(
            start: start,
            end: end,
            value: value,
            unit: unit.isEmpty ? nil : unit,
            flags: HealthSampleFlags(rawValue: flags),
            grain: grain,
            told: file
        )
    }

    private func total(_ fields: [Int64]) -> KeptTotal? {
        guard (5...6).contains(fields.count), let value = Self.value(fields[0], exponent: fields[1]),
            let unit = unit(fields[2]), let file = file(fields[3])
        else { return nil }
        return KeptTotal(
            value: value,
            unit: unit.isEmpty ? nil : unit,
            part: fields[4] < 0 ? nil : Int(fields[4]),
            start: fields.count == 6 ? Self.sum(base, and: fields[5]) : nil,
            told: file
        )
    }

    // MARK: Fields

    private static func value(_ mantissa: Int64, exponent: Int64) -> DecimalNumber? {
        Int8(exactly: exponent).map { DecimalNumber(mantissa: mantissa, exponent: $0) }
    }

    private static func sum(_ left: Int64, and right: Int64) -> Int64? {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? nil : sum
    }

    private func unit(_ place: Int64) -> String? { units.indices.contains(Int(place)) ? units[Int(place)] : nil }

    private func file(_ place: Int64) -> Int64? { told.indices.contains(Int(place)) ? told[Int(place)] : nil }

    private mutating func place(ofUnit unit: String?) -> Int64 {
        let unit = unit ?? ""
        if let place = units.firstIndex(of: unit) { return Int64(place) }
        units.append(unit)
        return Int64(units.count - 1)
    }

    private mutating func place(ofTold time: Int64) -> Int64 {
        if let place = told.lastIndex(of: time) { return Int64(place) }
        told.append(time)
        return Int64(told.count - 1)
    }
}
