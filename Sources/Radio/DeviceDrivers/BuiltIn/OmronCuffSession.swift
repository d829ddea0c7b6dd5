internal import DeviceCodecs
internal import VitalRecords

/// One link to an Omron cuff.
///
/// Pure. The order is the cuffs' own: first channel, unlocking, other channels, start, index, clock, records, end.
struct OmronCuffSession: DriverSession {
    enum Step: Equatable {
        case idle, settling, subscribing, unlocking, entering, keying, starting, index, clock, announcing, records
        case ending, over
    }

    /// How long after the link is up the cuff starts to listen.
    static let settling = Duration.milliseconds(1_500)
    /// How often a cuff is asked to enter key mode, once a second.
    static let keyAttempts = 10

    let start: DriverStart
    var step = Step.idle
    var model: OmronCuffModel?
    var walk: OmronCuffWalk?
    var characteristics: Set<BluetoothUUID> = []
    var pieces = OmronCuffLink.Pieces()
    private var exchange = DriverExchange(to: OmronCuffLink.requests[0])

    init(_ start: DriverStart) { self.start = start }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found): return begin(Set(found))
        case .subscribed(let uuid): return subscribed(uuid)
        case .value(OmronCuffLink.unlock, let bytes): return unlocked(bytes)
        case .value(.currentTime, let bytes): return step == .announcing ? announced(bytes) : []
        case .value(let uuid, let bytes): return arrived(bytes, on: uuid)
        case .wrote: return []
        case .failed(.currentTime, _): return step == .announcing ? readRecords() : []
        // A request that was not written is repeated when its answer is overdue.
        case .failed(let uuid, _) where exchange.isOpen(on: uuid) && step != .subscribing: return []
        case .failed(_, let words): return fail(words)
        case .woken: return woken()
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        guard isOpen else { return [] }
        let requests = OmronCuffLink.requests[0]
        return [isClassic ? .write(requests, OmronCuffLink.end) : .command(requests, OmronCuffLink.end)]
    }

    /// Whether the cuff waits for an end, without which it shows an error.
    private var isOpen: Bool { [.starting, .index, .clock, .announcing, .records].contains(step) }

    /// Sends a request and awaits the answer in a step.
    mutating func ask(_ bytes: [UInt8], to uuid: BluetoothUUID? = nil, step: Step) -> [DriverOutput] {
        self.step = step
        pieces.clear()
        let isPacket = uuid != OmronCuffLink.unlock && !isClassic
        return step == .entering
            ? exchange.ask(bytes, to: uuid, attempts: Self.keyAttempts, patience: .seconds(1))
            : exchange.ask(bytes, to: uuid, asCommand: isPacket)
    }

    /// Whether the cuff has the four channels of the classic service.
    var isClassic: Bool { characteristics.isSuperset(of: OmronCuffLink.requests) }

    private mutating func woken() -> [DriverOutput] {
        switch step {
        case .settling:
            step = .subscribing
            return [.subscribe(OmronCuffLink.replies[0])]
        case .announcing: return readRecords()
        default: break
        }
        pieces.clear()
        return exchange.woken() ?? fallSilent()
    }

    private mutating func fallSilent() -> [DriverOutput] {
        switch step {
        // Everything is stored: how the cuff takes the end changes nothing.
        case .ending: leave(.done)
        case .entering: fail("the cuff does not offer to be paired: hold its Bluetooth key until -P- blinks")
        default: fail("the cuff does not answer; switch it off and on, and keep it near the hub")
        }
    }

    /// Ends the link with a failure, and the cuff's session before.
    mutating func fail(_ words: String) -> [DriverOutput] {
        let isScale = model?.layout == .scale
        return farewell() + leave(.fail(isScale ? words.replacing("the cuff", with: "the scale") : words))
    }

    mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }
}

/// Opening: channels, key, token.
extension OmronCuffSession {
    private mutating func begin(_ found: Set<BluetoothUUID>) -> [DriverOutput] {
        characteristics = found
        // Never by trial: with a wrong profile, dates are garbage and the cuff shows an error.
        let texts = [start.device.model, start.device.name].compactMap { $0 }
        guard let model = texts.lazy.compactMap({ OmronCuffModel.of($0) }).first else {
            // Paired all the same: its newest result is read by the standard profile.
            guard !start.isPairing else { return leave(.done) }
            let seen = texts.first ?? "without a number"
            return fail("the memory of the model \(seen) is not known, and it has no standard service")
        }
        guard found.contains(OmronCuffLink.requests[0]), found.contains(OmronCuffLink.replies[0]) else {
            return fail("the cuff's own service is missing; forget the device and pair it again")
        }
        if !isClassic, let mtu = start.mtu, mtu < model.width + 11 {
            return fail("the link carries \(mtu - 3) bytes at once, and a record needs \(model.width + 8)")
        }
        if model.unlock == .key, start.secret?.count != 16, !start.isPairing { return leave(.unpaired) }
        self.model = model
        walk = OmronCuffWalk(model, stored: start.stored, limit: isClassic ? 56 / model.width : 1)
        step = .settling
        return [.wake(after: Self.settling)]
    }

    private mutating func subscribed(_ uuid: BluetoothUUID) -> [DriverOutput] {
        if step == .announcing { return [.wake(after: .seconds(1))] }
        guard step == .subscribing else { return [] }
        if uuid == OmronCuffLink.unlock { return unlock() }
        let needsUnlock = model?.unlock != .bond && characteristics.contains(OmronCuffLink.unlock)
        if uuid == OmronCuffLink.replies[0], needsUnlock { return [.subscribe(OmronCuffLink.unlock)] }
        return subscribeNext(after: uuid)
    }

    private mutating func subscribeNext(after uuid: BluetoothUUID) -> [DriverOutput] {
        step = .subscribing
        let rest = OmronCuffLink.replies.drop { $0 != uuid }.dropFirst()
        guard isClassic, let next = rest.first else { return ask(OmronCuffLink.start, step: .starting) }
        return [.subscribe(next)]
    }

    private mutating func unlock() -> [DriverOutput] {
        let unlock = OmronCuffLink.unlock
        guard model?.unlock == .key else {
            let token = [0x11] + start.entropy.prefix(4) + [UInt8](repeating: 0, count: 15)
            return ask(token, to: unlock, step: .unlocking)
        }
        guard start.isPairing else { return ask([0x01] + key, to: unlock, step: .unlocking) }
        return ask([0x02] + [UInt8](repeating: 0, count: 16), to: unlock, step: .entering)
    }

    /// The key of the device: this hub reuses a key that it has, so an interrupted pairing changes nothing.
    private var key: [UInt8] { start.secret.flatMap { $0.count == 16 ? $0 : nil } ?? Array(start.entropy.prefix(16)) }

    private mutating func unlocked(_ bytes: [UInt8]) -> [DriverOutput] {
        guard bytes.count >= 2, [.unlocking, .entering, .keying].contains(step) else { return [] }
        switch (step, bytes[0], bytes[1]) {
        case (_, 0xFF, _) where start.isPairing:
            return fail("the cuff refuses to be paired: hold its Bluetooth key until -P- blinks, and pair it again")
        case (.entering, 0x82, 0x00):
            // On disk first: if the key is lost, the cuff cannot be unlocked.
            return [.keepSecret(key)] + ask([0x00] + key, to: OmronCuffLink.unlock, step: .keying)
        case (.keying, 0x80, 0x00), (.unlocking, 0x81, 0x00):
            return [.unsubscribe(OmronCuffLink.unlock)] + subscribeNext(after: OmronCuffLink.replies[0])
        case (.keying, 0x80, _): return fail("the cuff did not take the hub's key; pair it again")
        case (.unlocking, 0x91, 0x00) where bytes.dropFirst(2).prefix(4) == start.entropy.prefix(4)[...]:
            return [.unsubscribe(OmronCuffLink.unlock)] + subscribeNext(after: OmronCuffLink.replies[0])
        case (.unlocking, 0x81, _), (.unlocking, 0x91, _), (_, 0xFF, _): return leave(.unpaired)
        // The cuff is not in key mode yet, so ask again.
        default: return []
        }
    }
}

/// Reading: index, clock, records, end.
extension OmronCuffSession {
    private mutating func arrived(_ bytes: [UInt8], on uuid: BluetoothUUID) -> [DriverOutput] {
        guard let channel = OmronCuffLink.replies.firstIndex(of: uuid), let model,
            let packet = pieces.take(bytes, channel: channel), let reply = OmronCuffLink.Reply(packet)
        else { return [] }
        if reply.hasFailed { return leave(.fail("the cuff ended the session with an error; it is tried again")) }
        switch (step, reply.command) {
        case (.starting, 0x8000):
            guard !start.isPairing else { return ask(OmronCuffLink.end, step: .ending) }
            return ask(OmronCuffLink.read(model.settings, count: model.index), step: .index)
        case (.index, 0x8100) where reply.address == model.settings: return took(index: reply.data, of: model)
        case (.clock, 0x8100) where reply.address == model.clockAddress:
            return clock(model.time(in: reply.data)) + readRecords()
        case (.records, 0x8100): return took(reply)
        case (.ending, 0x8F00) where start.isPairing: return [.keep(walk?.stored ?? [])] + leave(.done)
        case (.ending, 0x8F00): return leave(.done)
        default: return []
        }
    }

    private mutating func took(index: [UInt8], of model: OmronCuffModel) -> [DriverOutput] {
        walk?.begin(index: index)
        guard let address = model.clockAddress else { return announce() }
        return ask(OmronCuffLink.read(address, count: model.clockLength), step: .clock)
    }

    /// A cuff without a clock among its settings notifies the time when it is subscribed.
    private mutating func announce() -> [DriverOutput] {
        guard characteristics.contains(.currentTime) else { return readRecords() }
        step = .announcing
        return [.subscribe(.currentTime)]
    }

    private mutating func announced(_ bytes: [UInt8]) -> [DriverOutput] {
        guard bytes.count >= 7 else { return readRecords() }
        let time = CivilDateTime(
            year: Int(bytes[0]) | Int(bytes[1]) << 8,
            month: Int(bytes[2]),
            day: Int(bytes[3]),
            hour: Int(bytes[4]),
            minute: Int(bytes[5]),
            second: Int(bytes[6])
        )
        return clock(time) + readRecords()
    }

    private func clock(_ time: CivilDateTime?) -> [DriverOutput] { time.map { [.clock($0)] } ?? [] }

    private mutating func readRecords() -> [DriverOutput] {
        guard let walk, let model, let part = walk.part else { return ask(OmronCuffLink.end, step: .ending) }
        return ask(OmronCuffLink.read(walk.address(of: part), count: part.count * model.width), step: .records)
    }

    private mutating func took(_ reply: OmronCuffLink.Reply) -> [DriverOutput] {
        guard let model, let part = walk?.part, reply.address == walk?.address(of: part) else { return [] }
        let records = walk?.take(reply.data, of: part) ?? []
        var outputs = records.compactMap { output(of: $0, user: part.user, model: model) }
        if !outputs.isEmpty, let walk { outputs.append(.keep(walk.stored)) }
        return outputs + readRecords()
    }

    private func output(of bytes: [UInt8], user: Int, model: OmronCuffModel) -> DriverOutput? {
        switch OmronCuffRecord(bytes, of: model) {
        case .empty: nil
        case .weighed: ScaleWeighing.omron(bytes, user: user + 1).map { .measurement($0) }
        case .damaged: .unreadable("the checksum of a record in the cuff's memory is wrong")
        case .measured(let values):
            .measurement(values.measurement(bytes, user: model.starts.count > 1 ? user + 1 : nil))
        }
    }
}

extension OmronCuffModel {
    /// Where the clock's section begins.
    var clockAddress: Int? {
        switch clock {
        case .short(let place)?, .shuffled(let place)?, .plain(let place)?: settings + place
        case nil: nil
        }
    }

    /// The bytes of the clock's section.
    var clockLength: Int { if case .short? = clock { 10 } else { 16 } }
}

extension OmronCuffRecord.Values {
    /// The measurement; its key is the record's bytes, with the cuff's own number or time.
    func measurement(
        _ bytes: [UInt8],
        user: Int?,
        from channel: BluetoothUUID = OmronCuffLink.replies[0]
    ) -> DeviceMeasurement {
        let pressures: [Measurement] = [
            Measurement(metric: .systolic, value: DecimalNumber(Int64(systolic)), unit: "mm[Hg]"),
            Measurement(metric: .diastolic, value: DecimalNumber(Int64(diastolic)), unit: "mm[Hg]"),
        ]
        let beats = pulse.map { [Measurement(metric: .pulse, value: DecimalNumber(Int64($0)), unit: "/min")] } ?? []
        return DeviceMeasurement(
            characteristic: channel,
            time: time.map { DeviceTime(local: $0) } ?? .unset,
            sequence: sequence.map { UInt64($0) },
            keyBytes: bytes,
            userIndex: user,
            type: .biometrics,
            measurements: pressures + beats,
            context: ReadingContext(statusFlags: flags),
            doubted: systolic <= diastolic ? [.systolic, .diastolic] : []
        )
    }
}
