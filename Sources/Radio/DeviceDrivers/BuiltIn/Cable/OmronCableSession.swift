internal import DeviceCodecs

/// One link to an Omron cuff on a cable.
///
/// Pure. The session reads the whole memory on each link and passes over the places whose record the hub has. Reading
/// keys drop the repeats of an interrupted link.
struct OmronCableSession: DriverSession {
    private enum Step { case idle, starting, records, ending, over }

    /// The cuff's time for an answer.
    static let patience = Duration.seconds(1)
    /// How often the session sends a request.
    static let attempts = 4
    /// The number of new places after which the session stores its mark.
    static let markEvery = 20

    private let start: DriverStart
    private let model: OmronCuffModel?
    private var mark: OmronCableMark
    private var step = Step.idle
    private var exchange = DriverExchange(
        to: .usbNumberedPipe,
        pieceSize: 64,
        patience: Self.patience,
        attempts: Self.attempts
    )
    private var memory: [UInt8] = []
    private var place = 0
    private var unmarked = 0

    init(_ start: DriverStart) {
        self.start = start
        model = OmronCableLink.model(start.device.model)
        let places = model?.records ?? 0
        let stored = start.stored.flatMap { OmronCableMark($0) }
        mark = stored.flatMap { $0.places == places ? $0 : nil } ?? OmronCableMark(places: places)
    }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found): return begin(found)
        case .subscribed: return step == .idle ? ask(OmronCuffLink.start, step: .starting) : []
        case .value(.usbNumberedPipe, let bytes): return OmronCableLink.reply(bytes).map { took($0) } ?? []
        case .woken: return exchange.woken() ?? fallSilent()
        // A cuff that a person unplugs ends the link; the session repeats any other request when its answer is overdue.
        case .failed(_, let words): return step == .idle ? leave(.fail(words)) : []
        case .value, .wrote: return []
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        guard step == .starting || step == .records else { return [] }
        return [.write(.usbNumberedPipe, OmronCableLink.framed(OmronCuffLink.end))]
    }

    private mutating func ask(_ packet: [UInt8], step: Step) -> [DriverOutput] {
        self.step = step
        return exchange.ask(OmronCableLink.framed(packet))
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }
}

/// The link's beginning and end.
extension OmronCableSession {
    private mutating func begin(_ found: [BluetoothUUID]) -> [DriverOutput] {
        guard found.contains(.usbNumberedPipe) else { return leave(.fail("the cuff is not on a USB cable")) }
        guard let model else {
            return leave(.fail("the memory of this model is not known: use 10141 for HEM-7322U, 10142 for HEM-7131U"))
        }
        if !start.isPairing {
            guard let stored = start.stored.flatMap({ OmronCableMark($0) }) else { return leave(.unpaired) }
            guard stored.places == model.records else {
                return leave(.fail("the cuff is paired as the other model; pair it as the model printed under it"))
            }
        }
        return [.subscribe(.usbNumberedPipe)]
    }

    private mutating func fallSilent() -> [DriverOutput] {
        switch step {
        case .starting:
            leave(.fail("the cuff does not answer: press its START/STOP button, and unplug it and plug it in again"))
        // The hub has everything, however the cuff takes the end.
        case .ending: finish()
        default: farewell() + leave(.fail("the cuff stopped answering; unplug it and plug it in again"))
        }
    }

    private mutating func finish() -> [DriverOutput] {
        (start.isPairing ? [.keep(mark.bytes)] : []) + leave(.done)
    }

    private mutating func took(_ reply: OmronCuffLink.Reply) -> [DriverOutput] {
        if reply.hasFailed, step != .ending {
            return leave(.fail("the cuff ended the link with an error; unplug it and plug it in again"))
        }
        switch (step, reply.command) {
        case (.starting, 0x8000): return start.isPairing ? ask(OmronCuffLink.end, step: .ending) : readOn()
        case (.records, 0x8100) where reply.address == address && reply.data.count == OmronCableLink.readSize:
            memory += reply.data
            return records() + readOn()
        case (.ending, 0x8F00): return finish()
        // A reply that arrives twice.
        default: return []
        }
    }
}

/// Records.
extension OmronCableSession {
    /// The address of the next read.
    private var address: Int { (model?.starts.first ?? 0) + memory.count }

    private mutating func readOn() -> [DriverOutput] {
        guard place < 2 * mark.places else {
            let kept = unmarked > 0 ? keep() : []
            return kept + ask(OmronCuffLink.end, step: .ending)
        }
        return ask(OmronCuffLink.read(address, count: OmronCableLink.readSize), step: .records)
    }

    /// Handles the records that the last read completes; one may reach into the next read.
    private mutating func records() -> [DriverOutput] {
        guard let model else { return [] }
        var outputs: [DriverOutput] = []
        while place < 2 * mark.places, memory.count >= (place + 1) * model.width {
            let bytes = Array(memory[(place * model.width)..<((place + 1) * model.width)])
            if mark.isNew(bytes, at: place) {
                outputs += record(bytes, of: model).map { [$0] } ?? []
                unmarked += 1
            }
            place += 1
        }
        return unmarked >= Self.markEvery ? outputs + keep() : outputs
    }

    private func record(_ bytes: [UInt8], of model: OmronCuffModel) -> DriverOutput? {
        switch OmronCuffRecord(bytes, of: model) {
        case .empty, .weighed: nil
        case .damaged: .unreadable("the checksum of a record in the cuff's memory is wrong")
        case .measured(let values):
            .measurement(values.measurement(bytes, user: place / mark.places + 1, from: .usbNumberedPipe))
        }
    }

    private mutating func keep() -> [DriverOutput] {
        unmarked = 0
        return [.keep(mark.bytes)]
    }
}

/// What the hub keeps of a cuff: its model, and a hash of the record in each place.
struct OmronCableMark: Hashable {
    /// The number of each user's places, which tells the model.
    let places: Int
    private var hashes: [UInt32]

    /// Makes the mark of a cuff of which the hub has nothing.
    init(places: Int) {
        self.places = places
        hashes = [UInt32](repeating: 0, count: 2 * places)
    }

    /// Reads the bytes of an earlier link; nil for any others.
    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first, first > 0, bytes.count == 1 + 8 * Int(first) else { return nil }
        places = Int(first)
        hashes = stride(from: 1, to: bytes.count, by: 4).map { start in
            bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// The bytes for the next link: at most 801.
    var bytes: [UInt8] {
        [UInt8(places)] + hashes.flatMap { hash in [24, 16, 8, 0].map { UInt8(hash >> $0 & 0xFF) } }
    }

    /// Notes a place's record.
    ///
    /// - Returns: Whether the hub does not have it.
    mutating func isNew(_ record: [UInt8], at place: Int) -> Bool {
        let hash = MarkHash.short(record)
        defer { hashes[place] = hash }
        return hashes[place] != hash
    }
}
