/// An Accu-Chek meter on a cable, which speaks IEEE 11073-20601 in bulk transfers.
///
/// Source: the standard's layouts, and the messages that tidepool-org/uploader expects and sends.
package struct AccuChekPeer: Sendable {
    /// The records, 12 bytes each.
    package var records: [[UInt8]] = []
    /// The meter's serial number.
    package var serial = "92112345678"
    /// The records of one event.
    package var perEvent = 7
    /// How often the meter asks for an association before it hears the answer.
    package var deafness = 0
    /// Whether the meter refuses the transfer for now.
    package var isBusy = false
    /// The numbers of the messages that get no answer, from 1.
    package var silent: Set<Int> = []
    /// The numbers of the events that are sent again although they are confirmed, from 1.
    package var doubled: Set<Int> = []
    /// The number of the event that is damaged, from 1.
    package var damaged: Int?
    /// The number of the event after which the meter ends the association.
    package var abortsAfter: Int?
    /// Whether the association ended in order.
    package private(set) var isReleased = false
    /// Messages that a computer must never send: cleared segments, set clocks, unknown ones.
    package private(set) var stray: [[UInt8]] = []
    /// The number of confirmed events.
    package private(set) var confirmed = 0
    private var messages = 0
    private var events: [[UInt8]] = []
    private var invoke = 0x0010

    private static let (memory, report) = (0x0007, 0x4003)

    /// Makes a meter with an empty memory.
    package init() {}

    /// What the meter sends when it is plugged in.
    package static let greeting: [UInt8] =
        [0xE2, 0x00, 0x00, 0x32, 0x80, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x2A, 0x50, 0x79, 0x00, 0x26]
        + [UInt8](repeating: 0, count: 38)

    /// A record by its number: half an hour after the one before, from 2026-07-01 on.
    package static func record(_ number: Int, value: UInt16 = 120, status: UInt8 = 0) -> [UInt8] {
        func digits(_ number: Int) -> UInt8 { UInt8((number / 10) << 4 | number % 10) }
        let (day, half) = (1 + number / 48, number % 48)
        let time = [0x20, 0x26, 0x07, digits(day), digits(half / 2), digits(half % 2 * 30)]
        return time + [0, 0, UInt8(value >> 8), UInt8(value & 0xFF), 0, status]
    }

    /// The messages that answer a message.
    package mutating func answers(to bytes: [UInt8]) -> [[UInt8]] {
        messages += 1
        guard !silent.contains(messages) else { return [] }
        switch (bytes.prefix(2), bytes.count) {
        case ([0xE3, 0x00], 48): return associated()
        case ([0xE4, 0x00], 6):
            isReleased = true
            return [[0xE5, 0x00, 0x00, 0x02, 0x00, 0x00]]
        case ([0xE7, 0x00], 14...): return data(bytes)
        default: return strange(bytes)
        }
    }

    private mutating func associated() -> [[UInt8]] {
        if deafness > 0 {
            deafness -= 1
            return [Self.greeting]
        }
        let attributes = big(2_385, count: 2) + big(2, count: 2) + big(1, count: 2)
        // A numeric object, and the memory.
        let objects: [[UInt8]] = [
            big(6, count: 2) + big(1, count: 2) + big(0, count: 2) + big(0, count: 2),
            big(61, count: 2) + big(Self.memory, count: 2) + big(1, count: 2) + big(attributes.count, count: 2)
                + attributes,
        ]
        let list = objects.flatMap { $0 }
        let body = big(Self.report, count: 2) + big(2, count: 2) + big(list.count, count: 2) + list
        return [event(0x0D1C, handle: 0, body: body)]
    }

    private mutating func data(_ bytes: [UInt8]) -> [[UInt8]] {
        func word(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
        let number = word(6)
        guard word(2) == bytes.count - 4, word(4) == bytes.count - 6 else { return strange(bytes) }
        switch (word(8), bytes.count) {
        case (0x0201, 26) where word(18) == 0x0D1C && word(22) == Self.report && word(24) == 0: return []
        case (0x0201, 34) where word(18) == 0x0D21 && word(12) == Self.memory && word(32) == 0x0080: return next()
        case (0x0103, 18) where word(12) == 0: return [answer(number, choice: 0x0203, handle: 0, body: attributes)]
        case (0x0107, 24) where word(12) == Self.memory && word(14) == 0x0C0D:
            let body = big(0x0C0D, count: 2) + [0, 4, 0, 0, 0, 0]
            return [answer(number, choice: 0x0207, handle: Self.memory, body: body)]
        case (0x0107, 20) where word(12) == Self.memory && word(14) == 0x0C1C && word(18) == 0:
            return transfer(number)
        default: return strange(bytes)
        }
    }

    private mutating func strange(_ bytes: [UInt8]) -> [[UInt8]] {
        stray.append(bytes)
        return []
    }

    /// The model, the serial number behind another part, and the clock at 2026-11-30 09:30.
    private var attributes: [UInt8] {
        func text(_ text: String) -> [UInt8] { big(text.utf8.count, count: 2) + Array(text.utf8) }
        func attribute(_ kind: Int, value: [UInt8]) -> [UInt8] {
            big(kind, count: 2) + big(value.count, count: 2) + value
        }
        let parts = [big(1, count: 2) + [0, 0] + text(serial), big(5, count: 2) + [0, 0] + text("v1.8")]
        let list = parts.flatMap { $0 }
        let found =
            attribute(2_344, value: text("Roche") + text("925"))
            + attribute(2_349, value: [0, 2] + big(list.count, count: 2) + list)
            + attribute(2_439, value: [0x20, 0x26, 0x11, 0x30, 0x09, 0x30, 0x00, 0x00])
        return [0, 3] + big(found.count, count: 2) + found
    }

    private mutating func transfer(_ number: Int) -> [[UInt8]] {
        let result = isBusy ? 2 : records.isEmpty ? 3 : 0
        let body = big(0x0C1C, count: 2) + [0, 4, 0, 0] + big(result, count: 2)
        let answer = answer(number, choice: 0x0207, handle: Self.memory, body: body)
        guard result == 0 else { return [answer] }
        confirmed = 0
        events = stride(from: 0, to: records.count, by: perEvent).map { segment(from: $0) }
        return [answer, events[0]]
    }

    private mutating func segment(from first: Int) -> [UInt8] {
        let part = records[first..<min(first + perEvent, records.count)]
        let status = (first == 0 ? 0x80 : 0) | (part.endIndex == records.count ? 0x40 : 0)
        var bytes = part.flatMap { $0 }
        if damaged == first / perEvent + 1 { bytes.removeLast() }
        let head = [0, 0] + big(first, count: 4) + big(part.count, count: 4) + [UInt8(status), 0]
        return event(0x0D21, handle: Self.memory, body: head + big(bytes.count, count: 2) + bytes)
    }

    private mutating func next() -> [[UInt8]] {
        if doubled.remove(confirmed + 1) != nil { return [events[confirmed]] }
        confirmed += 1
        if confirmed == abortsAfter { return [[0xE6, 0x00, 0x00, 0x02, 0x00, 0x00]] }
        return confirmed < events.count ? [events[confirmed]] : []
    }

    private mutating func event(_ kind: Int, handle: Int, body: [UInt8]) -> [UInt8] {
        invoke += 1
        let content = [0xFF, 0xFF, 0xFF, 0xFF] + big(kind, count: 2) + big(body.count, count: 2) + body
        return answer(invoke, choice: 0x0101, handle: handle, body: content)
    }

    private func answer(_ number: Int, choice: Int, handle: Int, body: [UInt8]) -> [UInt8] {
        let object = big(handle, count: 2) + body
        let content = big(number, count: 2) + big(choice, count: 2) + big(object.count, count: 2) + object
        return [0xE7, 0x00] + big(content.count + 2, count: 2) + big(content.count, count: 2) + content
    }
}
