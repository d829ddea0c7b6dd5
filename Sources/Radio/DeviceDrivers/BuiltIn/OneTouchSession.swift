internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// One link to a OneTouch meter, over Bluetooth or a cable.
///
/// Pure. The new records are found by their numbers, which rise by one with each test, and read from the oldest on. The
/// mark is stored every few records. After a broken link the session continues there, and reading keys drop the
/// repeats.
struct OneTouchSession: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, clock, count, newest
        /// The newest record that is read already is at a place between these two.
        case search(after: Int, upTo: Int)
        case records(Int)
        case over
    }

    /// How far a clock may be from UTC and still show it, in seconds.
    static let slack: TimeInterval = 900
    /// The number of records after which the mark is stored.
    static let markEvery = 8

    private let start: DriverStart
    private let way: OneTouchWay
    private var step = Step.idle
    private var pieces = OneTouchLink.Pieces()
    private var exchange: DriverExchange
    /// The message of the open request, which a disk may still show in place of the reply.
    private var asked: [UInt8] = []
    private var count = 0
    private var mark: Int?
    private var unstored = 0
    /// Whether the meter's clock shows UTC, as the phone apps set it.
    private var keepsUTC = false

    init(_ start: DriverStart, over way: OneTouchWay = .radio) {
        (self.start, self.way) = (start, way)
        exchange = DriverExchange(to: way.requests, pieceSize: way == .radio ? 20 : 512)
        mark = start.stored.flatMap { $0.count == 2 ? Int($0[0]) | Int($0[1]) << 8 : nil }
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(OneTouchLink.requests), found.contains(OneTouchLink.replies) else {
                return leave(.fail("the meter's own service is missing; forget the device and pair it again"))
            }
            step = .subscribing
            return [.subscribe(OneTouchLink.replies)]
        case .subscribed: return step == .subscribing ? begin() : []
        case .value(way.replies, let bytes): return took(bytes, elapsed: elapsed)
        // A request that was not written is repeated when its answer is overdue.
        case .failed where step != .subscribing: return []
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return again()
        case .value, .wrote: return []
        }
    }

    /// Asks for the clock, then the number of records, then the new ones.
    mutating func begin() -> [DriverOutput] { ask(OneTouchLink.clock, step: .clock) }

    private mutating func ask(_ message: [UInt8], step: Step) -> [DriverOutput] {
        (self.step, asked) = (step, message)
        pieces.clear()
        return exchange.ask(way.request(message))
    }

    private mutating func again() -> [DriverOutput] {
        pieces.clear()
        return exchange.woken() ?? leave(.fail(way.help))
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    /// Acknowledges a piece, and handles the reply once it is whole.
    private mutating func took(_ bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        let (answer, frame) = way == .radio ? pieces.take(bytes) : (nil, OneTouchDisk.frame(in: bytes))
        let answers = answer.map { [DriverOutput.write(OneTouchLink.requests, $0)] } ?? []
        guard let frame, let message = OneTouchLink.message(frame), message != asked else { return answers }
        return answers + reply(message, elapsed: elapsed)
    }

    private mutating func reply(_ message: [UInt8], elapsed: Duration) -> [DriverOutput] {
        switch message.first {
        case 0x06: break
        case 0x07: return leave(.unpaired)
        default: return leave(.fail("the meter refuses a request (\(message.first ?? 0)); it is tried again"))
        }
        switch step {
        case .clock where message.count == 5:
            let shown = message.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
            return clock(shown, elapsed: elapsed) + ask(OneTouchLink.count, step: .count)
        case .count where message.count == 3:
            count = Int(message[1]) | Int(message[2]) << 8
            return count == 0 ? leave(.done) : ask(OneTouchLink.record(0), step: .newest)
        case .newest, .search, .records:
            guard let record = OneTouchRecord(message) else { return [] }
            return took(record)
        default: return []
        }
    }
}

/// The clock.
extension OneTouchSession {
    /// The phone apps set UTC, and the USB software local time.
    private mutating func clock(_ shown: Int, elapsed: Duration) -> [DriverOutput] {
        let now = start.now.addingTimeInterval(Double(elapsed.components.seconds))
        let difference = now.timeIntervalSince1970 - Double(shown + OneTouchLink.epoch)
        keepsUTC = abs(difference) <= Self.slack
        return local(shown).map { [.clock($0)] } ?? []
    }

    /// The local time of what the meter's clock showed; nil outside the calendar.
    private func local(_ shown: Int) -> CivilDateTime? {
        let moment = shown + OneTouchLink.epoch
        let offset = keepsUTC ? start.utcOffsetAt(Date(timeIntervalSince1970: Double(moment))) : 0
        return CivilDateTime(daysSince1970: (moment + offset) / 86_400, secondOfDay: (moment + offset) % 86_400)
    }
}

/// Records.
extension OneTouchSession {
    private mutating func took(_ record: OneTouchRecord) -> [DriverOutput] {
        switch step {
        case .newest where record.offset == 0: return found(newest: record)
        case .search(let after, let upTo) where record.offset == (after + upTo) / 2:
            let isRead = mark.map { record.number <= $0 } ?? false
            return search(after: isRead ? after : record.offset, upTo: isRead ? record.offset : upTo)
        case .records(let offset) where record.offset == offset: return read(record)
        // A reply that comes twice.
        default: return []
        }
    }

    private mutating func found(newest: OneTouchRecord) -> [DriverOutput] {
        guard let mark, newest.number >= mark else {
            // Never read, or the numbers restarted: everything is read, and known records change nothing.
            self.mark = nil
            return ask(OneTouchLink.record(count - 1), step: .records(count - 1))
        }
        return newest.number == mark ? leave(.done) : search(after: 0, upTo: count)
    }

    /// Halves the places until the oldest new record is known.
    ///
    /// - Parameters:
    ///   - after: A place whose record is new.
    ///   - upTo: A place whose record is read already, or the number of places.
    private mutating func search(after: Int, upTo: Int) -> [DriverOutput] {
        guard upTo - after > 1 else { return ask(OneTouchLink.record(after), step: .records(after)) }
        return ask(OneTouchLink.record((after + upTo) / 2), step: .search(after: after, upTo: upTo))
    }

    private mutating func read(_ record: OneTouchRecord) -> [DriverOutput] {
        var outputs: [DriverOutput] = []
        // A test made in the meantime moves all places; a repeated record is known by its number.
        if mark.map({ record.number > $0 }) ?? true {
            let time = record.seconds == 0 ? nil : local(record.seconds)
            outputs.append(
                .measurement(record.measurement(at: time.map { DeviceTime(local: $0) } ?? .unset, over: way))
            )
            mark = record.number
            unstored += 1
        }
        let isLast = record.offset == 0
        if let mark, unstored >= Self.markEvery || isLast {
            unstored = 0
            outputs.append(.keep([UInt8(mark & 0xFF), UInt8(mark >> 8)]))
        }
        guard !isLast else { return outputs + leave(.done) }
        return outputs + ask(OneTouchLink.record(record.offset - 1), step: .records(record.offset - 1))
    }
}
