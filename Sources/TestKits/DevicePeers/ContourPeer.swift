/// A Contour meter on a cable: it offers its memory, and sends a line for each acknowledgement.
package struct ContourPeer {
    /// The serial number.
    package var serial = "7358-1611135"
    /// The records' lines without their type and place, the oldest first.
    package var records: [String] = []
    /// After how many lines it ends its transfer; nil for all.
    package var endsAfter: Int?
    /// The control character that wakes it.
    package var wakesOn: UInt8 = 0x06
    /// Lines that are damaged, each once.
    package var damaged: Set<Int> = []
    /// Lines that are not sent, each once.
    package var silent: Set<Int> = []
    /// Lines that are left out, each once.
    package var skipped: Set<Int> = []
    /// Whether every line is damaged.
    package var isBroken = false
    /// What its clock shows.
    package var clock = "202608060706"
    private var place: Int?

    /// Creates a meter without records.
    package init() {}

    /// A record by its place in time, ten minutes after the one before.
    package static func record(_ number: Int, value: String? = nil, unit: String = "mg/dL", flags: String = "A/M0/T1")
        -> String
    {
        let (day, minute) = (number / 144, number % 144 * 10)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let time = "202607\(two(1 + day))\(two(minute / 60))\(two(minute % 60))"
        return "^^^Glucose|\(value ?? "\(80 + number)")|\(unit)^P||\(flags)||\(time)"
    }

    private var lines: [String] {
        let product = "Bayer7350^01.14\\01.03\\04.18^\(serial)^0000-"
        let limits = "A=1^C=00^G=es,en\\es\\it\\de\\fr\\hr\\da\\nl\\fi\\el\\no\\pt\\sl\\sv^I=0200^R=0^S=01^U=0^V=20600"
        let head = "H|\\^&||qvqOi8|\(product)|\(limits)|\(records.count)|||||P|1|\(clock)"
        return [head, "P|1"] + records.enumerated().map { "R|\($0 + 1)|\($1)" } + ["L|1||N"]
    }

    /// The reports that answer a control character.
    package mutating func answers(to control: UInt8) -> [[UInt8]] {
        if control == 0x04 { place = nil }
        guard let last = place else {
            guard control == wakesOn || control == 0x04 else { return [] }
            place = -1
            return Self.reports([0x05])
        }
        let next = control == 0x06 ? last + 1 : max(last, 0)
        place = next
        if skipped.remove(next) != nil { place = next + 1 }
        return line(place ?? 0)
    }

    private mutating func line(_ index: Int) -> [[UInt8]] {
        let all = lines
        guard index < min(all.count, endsAfter ?? all.count) else { return Self.reports([0x04]) }
        if silent.remove(index) != nil { return [] }
        var message = Self.message(all[index], number: index + 1, isLast: index == all.count - 1)
        if damaged.remove(index) != nil || isBroken { message[4] ^= 0x04 }
        return Self.reports(message)
    }

    /// A line with its frame.
    package static func message(_ text: String, number: Int, isLast: Bool = false) -> [UInt8] {
        let body = Array("\(number % 8)\(text)".utf8) + [0x0D, isLast ? 0x03 : 0x17]
        let digits = String(body.reduce(0 as UInt8, &+), radix: 16, uppercase: true)
        return [0x02] + body + Array((digits.count == 1 ? "0" + digits : digits).utf8) + [0x0D, 0x0A]
    }

    /// A message in reports of 64 bytes.
    package static func reports(_ message: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: message.count, by: 60).map { start in
            let part = Array(message[start...].prefix(60))
            return [0x41, 0x42, 0x43, UInt8(part.count)] + part + [UInt8](repeating: 0, count: 60 - part.count)
        }
    }
}
