internal import DeviceCodecs
internal import VitalRecords

/// One link to an Accu-Chek meter on a cable.
///
/// Pure. The meter sends its whole memory on each link. As for a Contour meter, the mark says how many records are
/// stored, and a hash of them all; reading keys drop the repeats of any other memory.
struct AccuChekSession: DriverSession {
    private enum Step { case idle, association, configuration, attributes, segments, transfer, records, leaving, over }

    /// How long a meter may take for a message.
    static let patience = Duration.seconds(5)
    /// How long it may take to take leave.
    static let leave = Duration.seconds(2)
    /// The result of a transfer that starts, and of one without records.
    private static let (starts, isEmpty, isBusy) = (0, 3, 2)

    private let isPairing: Bool
    private let stored: CableMark?
    private var step = Step.idle
    private var handle = 0
    private var invoke = 0
    /// The content of the event that is confirmed last.
    private var confirmed: [UInt8] = []
    private var walk: MemoryWalk
    /// What ends the link after the release.
    private var last = DriverOutput.done

    init(_ start: DriverStart) {
        isPairing = start.isPairing
        stored = start.stored.flatMap { CableMark($0) }
        walk = MemoryWalk(known: stored?.read ?? MemoryWalk.Position())
    }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            return found.contains(.usbBulk) ? [.subscribe(.usbBulk)] : leave(.fail("the meter is not on a USB cable"))
        case .subscribed:
            guard step == .idle else { return [] }
            step = .association
            return [.wake(after: Self.patience)]
        case .value(.usbBulk, let bytes): return took(bytes)
        case .woken: return fallSilent()
        // A meter that is unplugged ends the link.
        case .failed(_, let words): return step == .idle ? leave(.fail(words)) : []
        case .value, .wrote: return []
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        let isOpen = ![.idle, .association, .leaving, .over].contains(step)
        return isOpen ? [.write(.usbBulk, PHDMessage.release)] : []
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    /// Releases the meter, and then ends the link.
    private mutating func release(_ output: DriverOutput = .done) -> [DriverOutput] {
        (step, last) = (.leaving, output)
        return [.write(.usbBulk, PHDMessage.release), .wake(after: Self.leave)]
    }

    private mutating func fallSilent() -> [DriverOutput] {
        switch step {
        case .leaving: leave(last)
        case .association: leave(.fail("the meter does not begin; unplug it and plug it in again"))
        default: release(.fail("the meter stopped answering; unplug it and plug it in again"))
        }
    }

    private mutating func send(_ bytes: [UInt8], step: Step) -> [DriverOutput] {
        self.step = step
        return [.write(.usbBulk, bytes), .wake(after: Self.patience)]
    }

    /// Sends a request with the next number.
    private mutating func ask(_ request: (Int) -> [UInt8], step: Step) -> [DriverOutput] {
        invoke = (invoke + 1) & 0xFFFF
        return send(request(invoke), step: step)
    }
}

/// What the meter says.
extension AccuChekSession {
    private mutating func took(_ bytes: [UInt8]) -> [DriverOutput] {
        let head = bytes.count > 1 ? Int(bytes[0]) << 8 | Int(bytes[1]) : 0
        switch head {
        // The meter asks again while it has no answer.
        case PHDMessage.Head.ask:
            let isEarly = step == .association || step == .configuration
            return isEarly ? send(PHDMessage.association, step: .configuration) : []
        case PHDMessage.Head.left: return step == .leaving ? leave(last) : []
        case PHDMessage.Head.leave, PHDMessage.Head.abort:
            return step == .leaving
                ? leave(last) : leave(.fail("the meter ended the transfer; unplug it and plug it in again"))
        default: return PHDMessage(bytes).map { took($0) } ?? []
        }
    }

    private mutating func took(_ message: PHDMessage) -> [DriverOutput] {
        switch (step, message.choice) {
        case (.configuration, PHDMessage.Choice.event.rawValue)
        where message.event == PHDMessage.Kind.configuration:
            return configured(message)
        case (.attributes, PHDMessage.Choice.attributes.rawValue) where message.invoke == invoke:
            return identified(message)
        case (.segments, PHDMessage.Choice.action.rawValue) where message.invoke == invoke:
            let handle = handle
            return ask({ PHDMessage.transfer($0, of: handle) }, step: .transfer)
        case (.transfer, PHDMessage.Choice.action.rawValue) where message.invoke == invoke:
            return started(message)
        case (.records, PHDMessage.Choice.event.rawValue) where message.event == PHDMessage.Kind.records:
            return records(message)
        // A repeat, or an error that the next wake reports.
        default: return []
        }
    }

    private mutating func configured(_ message: PHDMessage) -> [DriverOutput] {
        guard let memory = message.memory else { return release(.fail("the meter describes no memory")) }
        (handle, invoke) = (memory, message.invoke)
        let answer = DriverOutput.write(.usbBulk, PHDMessage.configured(invoke, report: message.word(22)))
        return [answer] + ask({ PHDMessage.attributes($0) }, step: .attributes)
    }

    private mutating func identified(_ message: PHDMessage) -> [DriverOutput] {
        guard let text = message.serial else { return release(.fail("the meter does not say its serial number")) }
        let serial = MarkHash.long(text.utf8)
        if isPairing {
            let read = stored?.serial == serial ? walk.known : MemoryWalk.Position()
            return [.keep(CableMark(serial: serial, read: read).bytes)] + release()
        }
        guard let stored else { return release(.unpaired) }
        guard stored.serial == serial else {
            return release(.fail("this is another meter of the same kind; forget the device, and pair this meter"))
        }
        let handle = handle
        return (message.clock.map { [.clock($0)] } ?? [])
            + ask({ PHDMessage.segments($0, of: handle) }, step: .segments)
    }

    private mutating func started(_ message: PHDMessage) -> [DriverOutput] {
        guard message.action == PHDMessage.Kind.transfer else { return [] }
        switch message.word(20) {
        case Self.starts:
            step = .records
            return [.wake(after: Self.patience)]
        case Self.isEmpty: return release()
        case Self.isBusy: return release(.fail("the meter is busy; unplug it and plug it in again"))
        default: return release(.fail("the meter does not give its memory (\(message.word(20)))"))
        }
    }

    /// Stores the records of an event, and only then confirms them.
    private mutating func records(_ message: PHDMessage) -> [DriverOutput] {
        guard message.handle == handle, let segment = PHDMessage.Segment(message) else { return [] }
        let confirmation = PHDMessage.confirmed(message.invoke, of: handle, segment: segment)
        // An event that comes twice, because the meter did not hear its confirmation.
        let content = message.rest(22)
        guard content != confirmed else { return send(confirmation, step: .records) }
        guard let records = segment.records else {
            return release(.fail("records of the meter's memory are damaged; unplug it and plug it in again"))
        }
        confirmed = content
        var outputs: [DriverOutput] = []
        for record in records { outputs += walk.take(AccuChekRecord(record), text: "\(record)").map(\.output) }
        guard segment.isLast else { return outputs + keep() + send(confirmation, step: .records) }
        outputs += walk.end().map(\.output) + keep()
        return outputs + [.write(.usbBulk, confirmation)] + release()
    }

    private mutating func keep() -> [DriverOutput] {
        guard let stored else { return [] }
        return [.keep(CableMark(serial: stored.serial, read: walk.marked()).bytes)]
    }
}
