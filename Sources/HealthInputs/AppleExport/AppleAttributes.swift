/// The attributes that records, correlations and workouts have in common.
struct AppleAttributes {
    private(set) var type: ByteRange?
    private(set) var unit: ByteRange?
    private(set) var value: ByteRange?
    private(set) var source: ByteRange?
    private(set) var device: ByteRange?
    private(set) var start: ByteRange?
    private(set) var end: ByteRange?
    /// Whether the start stands twice: a fault of iOS 16.
    private(set) var hasTwoStarts = false

    init(_ tag: AppleTag, _ bytes: borrowing Span<UInt8>) {
        for attribute in tag.attributes {
            take(attribute, bytes)
        }
    }

    private mutating func take(_ attribute: AppleTag.Attribute, _ bytes: borrowing Span<UInt8>) {
        let name = attribute.name
        switch name.count {
        case 4:
            if ByteText.equals(bytes, name, "type") { type = attribute.value }
            if ByteText.equals(bytes, name, "unit") { unit = attribute.value }
        case 5:
            if ByteText.equals(bytes, name, "value") { value = attribute.value }
        case 6:
            if ByteText.equals(bytes, name, "device") { device = attribute.value }
            // iOS 8.
            if ByteText.equals(bytes, name, "source") { source = attribute.value }
        case 7:
            if ByteText.equals(bytes, name, "endDate") { end = attribute.value }
        case 9:
            if ByteText.equals(bytes, name, "startDate") { takeStart(attribute.value) }
        case 10:
            if ByteText.equals(bytes, name, "sourceName") { source = attribute.value }
        default: break
        }
    }

    /// The second of two starts is the end where there is no other one; else the last one counts.
    private mutating func takeStart(_ value: ByteRange) {
        hasTwoStarts = hasTwoStarts || start != nil
        firstStart = firstStart ?? start
        start = value
    }

    private var firstStart: ByteRange?

    /// Start and end, with the fault of iOS 16 undone.
    var times: (start: ByteRange, end: ByteRange)? {
        guard let start else { return nil }
        if let end { return (start, end) }
        if let firstStart { return (firstStart, start) }
        return nil
    }
}
