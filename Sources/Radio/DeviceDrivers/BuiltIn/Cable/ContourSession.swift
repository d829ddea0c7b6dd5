internal import DeviceCodecs
internal import VitalRecords

/// One link to a Contour meter on a cable.
///
/// Pure. The meter sends its whole memory on each link. The mark says how many records are stored, and a hash of them all.
/// A memory that begins with the same records continues behind them; any other is read whole, and reading keys drop the
/// repeats.
struct ContourSession: DriverSession {
    private enum Step { case idle, opening, records, over }

    /// How long a meter may take for an answer.
    static let patience = Duration.seconds(5)
    /// How often in a row a line is asked for.
    static let attempts = 6
    /// How often a transfer begins again on one link.
    static let restarts = 3
    /// After how many records the mark is stored.
    static let markEvery = 16

    private let isPairing: Bool
    private let stored: ContourMark?
    private var step = Step.idle
    private var reports = ContourLink.Reports()
    private var header: ContourHeader?
    private var number: UInt8?
    private var tries = 0
    private var restarted = 0
    private var walk: ContourWalk

    init(_ start: DriverStart) {
        isPairing = start.isPairing
        stored = start.stored.flatMap { ContourMark($0) }
        walk = ContourWalk(known: stored?.read ?? ContourWalk.Position())
    }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            return found.contains(.usbPipe) ? [.subscribe(.usbPipe)] : leave(.fail("the meter is not on a USB cable"))
        case .subscribed:
            guard step == .idle else { return [] }
            step = .opening
            return knock()
        case .value(.usbPipe, let bytes): return reports.take(bytes).map { took($0) } ?? []
        case .woken:
            reports.clear()
            return step == .records ? ask(.again) : knock()
        // A meter that is unplugged ends the link; anything else is asked again.
        case .failed(_, let words): return step == .idle ? leave(.fail(words)) : []
        case .value, .wrote: return []
        }
    }

    private mutating func took(_ message: [UInt8]) -> [DriverOutput] {
        switch message.last {
        // The meter offers its memory, from the first line on.
        case 0x05:
            begin()
            return ask(.next)
        case 0x04 where message.count == 1: return step == .records ? ended() : knock()
        default: break
        }
        guard let line = ContourLink.Line(message) else {
            return step == .records || message.contains(0x02) ? ask(.again) : knock()
        }
        return took(line)
    }

    private mutating func took(_ line: ContourLink.Line) -> [DriverOutput] {
        // A line that comes twice, because the meter did not hear that it arrived.
        if line.number == number { return next() }
        if let number, line.number != (number + 1) % 8 { return restart() }
        guard let kind = line.parts.first, header != nil || kind == "H" else { return restart() }
        (number, tries) = (line.number, 0)
        switch kind {
        case "H": return took(ContourHeader(line.parts))
        case "R": return took(ContourRecord(line.parts), text: line.text)
        case "L": return finish()
        default: return next()
        }
    }
}

/// What the hub asks.
extension ContourSession {
    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private func send(_ control: ContourLink.Control) -> [DriverOutput] {
        [.write(.usbPipe, ContourLink.report(control)), .wake(after: Self.patience)]
    }

    private func next() -> [DriverOutput] { send(.next) }

    private mutating func ask(_ control: ContourLink.Control) -> [DriverOutput] {
        guard tries < Self.attempts else {
            return leave(.fail("the meter does not answer, or its answers are damaged; unplug it and plug it in again"))
        }
        tries += 1
        return send(control)
    }

    /// Asks for the first line; some meters wait for one character, some for the other.
    private mutating func knock() -> [DriverOutput] { ask(tries % 2 == 0 ? .next : .restart) }

    private mutating func begin() {
        (header, number) = (nil, nil)
        step = .opening
        walk.restart()
    }

    private mutating func restart() -> [DriverOutput] {
        guard restarted < Self.restarts else {
            return leave(.fail("lines of the meter's memory are missing; unplug it and plug it in again"))
        }
        restarted += 1
        begin()
        return ask(.restart)
    }
}

/// What the meter says.
extension ContourSession {
    private mutating func took(_ header: ContourHeader?) -> [DriverOutput] {
        guard let header else { return leave(.fail("the meter does not say its serial number")) }
        self.header = header
        let serial = ContourLink.hash(header.serial)
        if isPairing {
            let read = stored?.serial == serial ? walk.known : ContourWalk.Position()
            return [.keep(ContourMark(serial: serial, read: read).bytes)] + leave(.done)
        }
        guard let stored else { return leave(.unpaired) }
        guard stored.serial == serial else {
            return leave(.fail("this is another meter of the same model; forget the device, and pair this meter"))
        }
        step = .records
        return (header.clock.map { [.clock($0)] } ?? []) + next()
    }

    private mutating func took(_ record: ContourRecord?, text: String) -> [DriverOutput] {
        if let record, record.place != walk.place + 1 { return restart() }
        var outputs = walk.take(record, text: text).map(\.output)
        if walk.isMarkDue(every: Self.markEvery) { outputs += keep() }
        return outputs + next()
    }

    private mutating func keep() -> [DriverOutput] {
        guard let stored else { return [] }
        return [.keep(ContourMark(serial: stored.serial, read: walk.marked()).bytes)]
    }

    /// Handles the end of a transfer without its last line.
    private mutating func ended() -> [DriverOutput] {
        guard let count = header?.count, walk.place >= count else { return restart() }
        return finish()
    }

    private mutating func finish() -> [DriverOutput] {
        let outputs = walk.end().map(\.output) + keep()
        // The last line is confirmed, so that the meter leaves its transfer.
        return outputs + [.write(.usbPipe, ContourLink.report(.next))] + leave(.done)
    }
}

/// What the hub keeps: which meter it is, and how far its memory is stored.
struct ContourMark: Hashable {
    /// A hash of the serial number.
    let serial: UInt64
    /// How far the memory is stored.
    let read: ContourWalk.Position

    init(serial: UInt64, read: ContourWalk.Position) {
        (self.serial, self.read) = (serial, read)
    }

    /// Reads the 18 bytes of an earlier link; nil for any others.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 18 else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        serial = number(0..<8)
        read = ContourWalk.Position(count: Int(number(8..<10)), hash: number(10..<18))
    }

    /// The bytes for the next link.
    var bytes: [UInt8] {
        func bytes(_ value: UInt64, count: Int) -> [UInt8] {
            (1...count).map { UInt8(value >> UInt64((count - $0) * 8) & 0xFF) }
        }
        let count = UInt64(min(read.count, 0xFFFF))
        return bytes(serial, count: 8) + bytes(count, count: 2) + bytes(read.hash, count: 8)
    }
}

/// Reads a memory from its first record, and skips stored records.
struct ContourWalk {
    /// How many records from the first on, and a hash of them all.
    struct Position: Hashable {
        var count = 0
        var hash = ContourLink.hash("")
    }

    /// What a record gives.
    enum Finding {
        case measurement(DeviceMeasurement)
        case unreadable

        /// The action for the link.
        var output: DriverOutput {
            switch self {
            case .measurement(let measurement): .measurement(measurement)
            case .unreadable: .unreadable("a record of the meter has no glucose value that can be read")
            }
        }
    }

    /// What is stored already.
    private(set) var known: Position
    private var here = Position()
    /// Records that are stored already if all of them are the same as then.
    private var held: [Finding] = []
    private var twins: [String: Int] = [:]
    private var unmarked = 0

    init(known: Position) { self.known = known }

    /// The place of the last record, from 1.
    var place: Int { here.count }

    /// Takes the next record, nil for one that cannot be read; returns what is to be stored now.
    mutating func take(_ record: ContourRecord?, text: String) -> [Finding] {
        here = Position(count: here.count + 1, hash: ContourLink.hash(text, after: here.hash))
        held.append(finding(record))
        guard here.count >= known.count else { return [] }
        if here == known {
            held = []
            return []
        }
        return release()
    }

    /// Returns what is held when the memory is shorter than before.
    mutating func end() -> [Finding] { release() }

    /// Begins again; what this walk stored is known from now on.
    mutating func restart() {
        if here.count >= known.count { known = here }
        (here, held, twins) = (Position(), [], [:])
    }

    /// Whether enough is stored since the last mark.
    func isMarkDue(every count: Int) -> Bool { unmarked >= count }

    /// How far the memory is stored.
    mutating func marked() -> Position {
        unmarked = 0
        return here
    }

    private mutating func release() -> [Finding] {
        defer { held = [] }
        unmarked += held.count
        return held
    }

    private mutating func finding(_ record: ContourRecord?) -> Finding {
        guard let record else { return .unreadable }
        let twin = twins[record.twinName, default: 0]
        twins[record.twinName] = twin + 1
        return .measurement(record.measurement(twin: twin))
    }
}
