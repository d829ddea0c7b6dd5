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
    private let stored: CableMark?
    private var step = Step.idle
    private var reports = ContourLink.Reports()
    private var header: ContourHeader?
    private var number: UInt8?
    private var tries = 0
    private var restarted = 0
    private var walk: MemoryWalk

    init(_ start: DriverStart) {
        isPairing = start.isPairing
        stored = start.stored.flatMap { CableMark($0) }
        walk = MemoryWalk(known: stored?.read ?? MemoryWalk.Position())
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
        let serial = MarkHash.long(header.serial.utf8)
        if isPairing {
            let read = stored?.serial == serial ? walk.known : MemoryWalk.Position()
            return [.keep(CableMark(serial: serial, read: read).bytes)] + leave(.done)
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
        return [.keep(CableMark(serial: stored.serial, read: walk.marked()).bytes)]
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
