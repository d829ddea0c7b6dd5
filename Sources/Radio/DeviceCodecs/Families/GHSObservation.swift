package import VitalRecords

/// An observation of the Generic Health Sensor service, before its codes are looked up.
///
/// Source: philips-labs/BLE-GHS-Server-Simulator; facts §17.
package struct GHSObservation: Hashable, Sendable {
    /// A number with the codes of its meaning and its unit, both of IEEE 11073-10101.
    package struct Value: Hashable, Sendable {
        /// What is measured: partition × 65,536 + code.
        package let type: Int
        /// The unit, in the partition of dimensions.
        package let unit: Int
        /// The number, or a mark for a missing one.
        package let number: MedicalFloat
    }

    /// The time of an observation on the sensor's clock.
    package struct Time: Hashable, Sendable {
        /// The date and time; nil for a counter of ticks, and outside the calendar.
        package let civil: CivilDateTime?
        /// Whether it is UTC; otherwise local time.
        package let isUTC: Bool
        /// The zone in quarter hours; nil if the sensor does not know it.
        package let zone: Int?
        /// Whether the clock was changed since, so that the time is not to be trusted.
        package let isClockChanged: Bool
    }

    /// The class: 1 a number, 7 several, 255 a bundle of observations; others have no number.
    package let kind: Int
    /// The length in bytes that the observation states of itself.
    package let length: Int
    /// The number of a stored observation; nil for a live one.
    package private(set) var record: Int?
    /// What is observed; nil if the sensor does not say it.
    package private(set) var type: Int?
    /// When.
    package private(set) var time: Time?
    /// How long it took, in seconds.
    private(set) var duration: MedicalFloat?
    /// The status bits; any that is set gives reason to doubt the value.
    package private(set) var status: Int?
    private(set) var object: Int?
    /// The sensor's number of the person.
    package private(set) var user: Int?
    /// The numbers.
    package private(set) var values: [Value] = []
    /// The code of a simple discrete observation.
    private(set) var code: Int?
    /// The observations of a bundle.
    package private(set) var members: [GHSObservation] = []
    /// The bytes without the record's number: equal in each transfer.
    package let body: [UInt8]

    /// The largest number of bytes of an observation.
    static let limit = 4_096
    /// How deep bundles may be nested.
    private static let depthLimit = 3

    /// Decodes an observation.
    ///
    /// - Parameter isStored: Whether its record number comes first.
    /// - Throws: ``CodecError`` with `truncated`, `oversized`, or `invalid` for bundles in bundles in bundles.
    package init(_ bytes: [UInt8], isStored: Bool) throws(CodecError) {
        try self.init(ByteView(isStored ? Array(bytes.dropFirst(4)) : bytes), depth: 0)
        if isStored { record = try ByteView(bytes).little(0, width: 4) }
    }

    private init(_ view: ByteView, depth: Int) throws(CodecError) {
        guard view.count <= Self.limit else {
            throw CodecError(.oversized, message: "an observation has at most \(Self.limit) bytes")
        }
        guard depth < Self.depthLimit else {
            throw CodecError(.invalid, message: "the bundles of the observation are too deep")
        }
        body = view.bytes
        kind = try view.byte(0)
        length = try view.little(1)
        let flags = try view.little(3)
        var offset = try readHead(view, flags: flags)
        for bit in 6...8 where flags >> bit & 1 == 1 { offset += 1 + 4 * (try view.byte(offset)) }
        guard flags >> 9 & 1 == 0 else { return }
        try readValue(view, at: offset, depth: depth)
    }

    /// Reads the parts in front of the lists, and returns where those begin.
    private mutating func readHead(_ view: ByteView, flags: Int) throws(CodecError) -> Int {
        var offset = 5
        func has(_ bit: Int) -> Bool { flags >> bit & 1 == 1 }
        if has(0) {
            type = try view.little(offset, width: 4)
            offset += 4
        }
        if has(1) {
            time = try Time(view, at: offset)
            offset += 9
        }
        if has(2) {
            duration = try Self.float(view, at: offset)
            offset += 4
        }
        if has(3) {
            status = try view.little(offset)
            offset += 2
        }
        if has(4) {
            object = try view.little(offset, width: 4)
            offset += 4
        }
        if has(5) {
            user = try view.byte(offset)
            offset += 1
        }
        return offset
    }

    private mutating func readValue(_ view: ByteView, at offset: Int, depth: Int) throws(CodecError) {
        switch kind {
        case 1: values = [try Self.value(view, at: offset, type: type ?? 0)]
        case 2: code = try view.little(offset, width: 4)
        case 7:
            var place = offset + 1
            for _ in 0..<(try view.byte(offset)) {
                let part = try view.little(place, width: 4)
                // A part of another kind has an unknown length.
                guard try view.byte(place + 4) == 1 else { break }
                values.append(try Self.value(view, at: place + 5, type: part))
                place += 11
            }
        case 0xFF:
            var place = offset + 1
            for _ in 0..<(try view.byte(offset)) {
                let size = try view.little(place + 1)
                members.append(try GHSObservation(ByteView(try view.slice(place, count: size)), depth: depth + 1))
                place += size
            }
        default: break
        }
    }

    private static func value(_ view: ByteView, at offset: Int, type: Int) throws(CodecError) -> Value {
        Value(type: type, unit: try view.little(offset), number: try float(view, at: offset + 2))
    }

    private static func float(_ view: ByteView, at offset: Int) throws(CodecError) -> MedicalFloat {
        MedicalFloat(float: UInt32(truncatingIfNeeded: try view.little(offset, width: 4)))
    }
}

extension GHSObservation.Time {
    /// Decodes nine bytes: the format, the count since 2000, the clock's source, the zone.
    ///
    /// - Throws: ``CodecError`` with `truncated`.
    package init(_ bytes: [UInt8]) throws(CodecError) { try self.init(ByteView(bytes), at: 0) }

    init(_ view: ByteView, at offset: Int) throws(CodecError) {
        let flags = try view.byte(offset)
        let ticks = try view.little(offset + 1, width: 6)
        let divisor = [1, 10, 1_000, 10_000][flags >> 2 & 3]
        let quarters = Int(Int8(truncatingIfNeeded: try view.byte(offset + 8)))
        let moment = ticks / divisor + 946_684_800
        let civil = CivilDateTime(daysSince1970: moment / 86_400, secondOfDay: moment % 86_400)
        self.init(
            civil: flags & 1 == 1 ? nil : civil,
            isUTC: flags & 2 != 0,
            zone: flags & 0x10 != 0 ? quarters : nil,
            isClockChanged: flags & 0x20 == 0
        )
    }
}

/// Joins the segments of one characteristic to observations.
package struct GHSSegments: Sendable {
    private var body: [UInt8] = []
    private var expected: UInt8?

    /// Makes an empty one.
    package init() {}

    /// Whether an observation has begun and is not complete.
    package var isOpen: Bool { !body.isEmpty }

    /// Takes a segment, and returns the observation with its last one.
    ///
    /// - Throws: ``CodecError`` with `empty`, `invalid` for a missing segment, or `oversized`; the next observation
    ///   begins afresh.
    package mutating func take(_ segment: [UInt8]) throws(CodecError) -> [UInt8]? {
        guard let header = segment.first else { throw CodecError(.empty, message: "the segment has no bytes") }
        if header & 1 != 0 {
            body = []
        } else if expected != header >> 2 {
            self = GHSSegments()
            throw CodecError(.invalid, message: "a segment of the observation is missing")
        }
        body += segment.dropFirst()
        expected = (header >> 2 + 1) & 0x3F
        guard body.count <= GHSObservation.limit + 4 else {
            self = GHSSegments()
            throw CodecError(.oversized, message: "an observation has at most \(GHSObservation.limit) bytes")
        }
        guard header & 2 != 0 else { return nil }
        defer { body = [] }
        return body
    }
}
