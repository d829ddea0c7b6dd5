internal import DeviceCodecs
internal import VitalRecords

/// One link to a TaiDoc device.
///
/// Pure. Records are read from the oldest on. They have no numbers, and a place moves with each new record, so the mark
/// holds the last record's bytes and how many records were older. A full memory drops its oldest records, so the mark's
/// record is at the place that follows from that number, or closer to the oldest.
struct TaiDocSession: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, model, clock, count, over
        /// Looking for the mark's record at a place.
        case search(Int)
        /// Reading the record at a place.
        case records(Int)
    }

    /// The number of records after which the mark is stored.
    static let markEvery = 8

    private var step = Step.idle
    private var exchange = DriverExchange(to: TaiDocFrame.characteristic)
    private var joiner = TaiDocFrame.Joiner()
    private var kind = TaiDocKind.glucose
    private var count = 0
    private var mark: Mark?
    private var time: TaiDocFrame?
    private var unstored = 0

    /// The last record that is read and stored.
    private struct Mark {
        /// How many records are older.
        var older: Int
        /// The record's bytes.
        var bytes: [UInt8]

        init(older: Int, bytes: [UInt8]) {
            self.older = older
            self.bytes = bytes
        }

        init?(_ stored: [UInt8]?) {
            guard let stored, stored.count == 10 else { return nil }
            self.init(older: Int(stored[0]) | Int(stored[1]) << 8, bytes: Array(stored[2...]))
        }

        var stored: [UInt8] { [UInt8(older & 0xFF), UInt8(older >> 8 & 0xFF)] + bytes }
    }

    init(_ start: DriverStart) { mark = Mark(start.stored) }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(TaiDocFrame.characteristic) else {
                return leave(.fail("the device's own service is missing"))
            }
            step = .subscribing
            return [.subscribe(TaiDocFrame.characteristic)]
        case .subscribed: return step == .subscribing ? ask(TaiDocFrame(.model), step: .model) : []
        case .value(TaiDocFrame.characteristic, let bytes):
            return joiner.take(bytes).reduce(into: []) { outputs, frame in outputs += took(frame) }
        case .woken:
            joiner.clear()
            return exchange.woken()
                ?? leave(.fail("the device does not answer; switch it on, and keep it near the hub"))
        // A request that was not written is repeated when its answer is overdue.
        case .failed where step != .subscribing: return []
        case .failed(_, let words): return leave(.fail(words))
        case .value, .wrote: return []
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        return [.idle, .subscribing, .over].contains(step) ? [] : [off]
    }

    /// Otherwise the device stays on for a minute.
    private var off: DriverOutput { .write(TaiDocFrame.characteristic, TaiDocFrame(.off).request) }

    private mutating func ask(_ frame: TaiDocFrame, step: Step) -> [DriverOutput] {
        self.step = step
        joiner.clear()
        return exchange.ask(frame.request)
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] { farewell() + [output] }

    private mutating func took(_ frame: TaiDocFrame) -> [DriverOutput] {
        switch (step, TaiDocFrame.Command(rawValue: frame.command)) {
        case (.model, .model): return took(model: frame.word)
        case (.clock, .clock):
            return (frame.time.map { [.clock($0)] } ?? []) + ask(TaiDocFrame(.count), step: .count)
        case (.count, .count):
            count = frame.word
            return begin()
        case (.search(let index), .time) where time == nil, (.records(let index), .time) where time == nil:
            time = frame
            return ask(.record(.value, index: index), step: step)
        case (.search(let index), .value):
            return time.map { search(TaiDocRecord(time: $0, value: frame), at: index) } ?? []
        case (.records(let index), .value):
            return time.map { read(TaiDocRecord(time: $0, value: frame), at: index) } ?? []
        default: return []
        }
    }

    private mutating func took(model: Int) -> [DriverOutput] {
        guard let kind = TaiDocKind(model: model) else {
            return leave(.fail("records of the model TD-\(String(model, radix: 16)) are not known"))
        }
        self.kind = kind
        return ask(TaiDocFrame(.clock), step: .clock)
    }
}

/// Records.
extension TaiDocSession {
    private mutating func ask(record index: Int, step: Step) -> [DriverOutput] {
        time = nil
        return ask(.record(.time, index: index), step: step)
    }

    private mutating func begin() -> [DriverOutput] {
        guard count > 0 else { return leave(.done) }
        guard let mark else { return ask(record: count - 1, step: .records(count - 1)) }
        let likely = max(0, count - 1 - mark.older)
        return ask(record: likely, step: .search(likely))
    }

    /// Continues after the mark's record, or reads everything if the record is gone.
    private mutating func search(_ record: TaiDocRecord, at index: Int) -> [DriverOutput] {
        if record.keyBytes == mark?.bytes {
            return index == 0 ? leave(.done) : ask(record: index - 1, step: .records(index - 1))
        }
        guard index + 1 < count else {
            mark = nil
            return ask(record: count - 1, step: .records(count - 1))
        }
        return ask(record: index + 1, step: .search(index + 1))
    }

    private mutating func read(_ record: TaiDocRecord, at index: Int) -> [DriverOutput] {
        var outputs: [DriverOutput] = []
        // A measurement made in the meantime moves all places, so the same record comes twice.
        if record.keyBytes != mark?.bytes {
            outputs.append(
                record.measurement(kind).map { .measurement($0) }
                    ?? .unreadable("a record of the device's memory is none that this kind of device makes")
            )
            unstored += 1
        }
        let mark = Mark(older: count - 1 - index, bytes: record.keyBytes)
        self.mark = mark
        if unstored >= Self.markEvery || index == 0 {
            unstored = 0
            outputs.append(.keep(mark.stored))
        }
        return outputs + (index == 0 ? leave(.done) : ask(record: index - 1, step: .records(index - 1)))
    }
}
