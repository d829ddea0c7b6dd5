import DeviceCodecs
import SeededRandom

@testable import DeviceReaderActor

/// A glucose meter that follows the profile, without a radio: it takes requests and returns frames.
struct ScriptedMeter {
    struct Record: Hashable {
        let number: UInt16
        let frame: [UInt8]
        var context: [UInt8]?
    }

    struct Frame: Hashable {
        let characteristic: BluetoothUUID
        let bytes: [UInt8]
    }

    var memory: [Record] = []
    /// Whether it sends the highest number first.
    var isDescending = false
    var knowsFilters = true
    var canCount = true
    /// The numbers of records lost on the air, with the number of times.
    var losses: [UInt16: Int] = [:]
    /// The number of "busy" answers before it works.
    var busy = 0
    /// Records measured right after a request, by the request's position from 1.
    var news: [Int: Record] = [:]
    private(set) var requests: [[UInt8]] = []

    /// A record with a time in minutes after midnight on 1 March 2026, and a value of 100 mg/dL or more.
    static func record(_ number: UInt16, minute: Int? = nil, hasContext: Bool = false, value: Int = 100) -> Record {
        let minutes = minute ?? Int(number)
        let (low, high) = (UInt8(number & 0xFF), UInt8(number >> 8))
        let day = UInt8(1 + minutes / 1_440)
        let time: [UInt8] = [0xEA, 7, 3, day, UInt8(minutes / 60 % 24), UInt8(minutes % 60), 0]
        let word = UInt16(value + Int(number) % 50) | 0xB000
        let flags: UInt8 = hasContext ? 0b1_0010 : 0b10
        let frame = [flags, low, high] + time + [UInt8(word & 0xFF), UInt8(word >> 8), 0x11]
        return Record(number: number, frame: frame, context: hasContext ? [2, low, high, 1] : nil)
    }

    static func full(_ numbers: ClosedRange<UInt16>, hasContext: Bool = false) -> ScriptedMeter {
        ScriptedMeter(memory: numbers.map { record($0, hasContext: hasContext) })
    }

    mutating func write(_ request: [UInt8]) -> [Frame] {
        requests.append(request)
        defer { if let record = news[requests.count] { memory.append(record) } }
        if busy > 0, request[0] != 3 {
            busy -= 1
            return [answer(request[0], 8)]
        }
        let asked: [Record]
        switch request[1] {
        case 0 where request[0] == 3: return [answer(3, 1)]
        case 1: asked = memory
        case 3 where knowsFilters && request[2] == 1:
            let from = UInt16(request[3]) | UInt16(request[4]) << 8
            asked = memory.filter { $0.number >= from }
        default: return [answer(request[0], 4)]
        }
        if request[0] == 4 {
            guard canCount else { return [answer(4, 2)] }
            return [control([5, 0, UInt8(asked.count & 0xFF), UInt8(asked.count >> 8)])]
        }
        guard !asked.isEmpty else { return [answer(1, 6)] }
        let frames = (isDescending ? asked.reversed() : asked).flatMap { sent($0) }
        return frames + [answer(1, 1)]
    }

    private mutating func sent(_ record: Record) -> [Frame] {
        if let left = losses[record.number], left > 0 {
            losses[record.number] = left - 1
            return []
        }
        let context = record.context.map { Frame(characteristic: .glucoseContext, bytes: $0) }
        return [Frame(characteristic: .glucoseMeasurement, bytes: record.frame)] + [context].compactMap { $0 }
    }

    private func control(_ bytes: [UInt8]) -> Frame { Frame(characteristic: .recordAccessControlPoint, bytes: bytes) }

    private func answer(_ request: UInt8, _ code: UInt8) -> Frame { control([6, 0, request, code]) }
}
