/// One data message: its whole numbers.
struct FITMessage: Hashable {
    /// Which message of the profile it is.
    let number: UInt16
    /// Where it stands in the file.
    let offset: UInt64
    /// When, in seconds since 1970 (UTC), by its own field or by its header.
    var time: Int64?
    private var numbers: [UInt8] = []
    private var values: [Int64] = []

    init(number: UInt16, offset: UInt64) {
        self.number = number
        self.offset = offset
    }

    /// A field's number; nil where it is not there or stands for nothing.
    subscript(_ field: UInt8) -> Int64? {
        numbers.firstIndex(of: field).map { values[$0] }
    }

    /// A field that is a time, in seconds since 1970.
    func time(_ field: UInt8) -> Int64? { self[field].flatMap(Self.time) }

    mutating func set(_ field: UInt8, _ value: Int64) {
        numbers.append(field)
        values.append(value)
    }

    /// Seconds since 1970 of FIT's seconds since 31 December 1989; small ones are seconds since the device was switched on.
    static func time(_ seconds: Int64) -> Int64? {
        seconds >= 0x1000_0000 ? seconds + 631_065_600 : nil
    }
}
