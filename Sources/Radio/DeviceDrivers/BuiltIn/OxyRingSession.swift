internal import DeviceCodecs
internal import VitalRecords

/// One link to a ring.
///
/// Pure. Nights are read from the oldest on, each from its first block. A reply does not name its request, so a block
/// is never requested twice: where one is lost, the file is closed and read again from its start.
struct OxyRingSession: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, info, opening, reading
        /// Whether the same file is opened again.
        case closing(again: Bool)
        case over
    }

    /// The largest file in bytes: more than a day of samples of two seconds.
    static let largest = 300_000
    /// The number of times that a file is opened on one link.
    static let openings = 3

    private var step = Step.idle
    private var exchange = DriverExchange(to: LepuFrame.requests)
    private var joiner = LepuFrame.Joiner(head: 0x55)
    private var marks: ReadMarks
    /// The names of the files to read, the oldest first.
    private var names: [[UInt8]] = []
    private var opened = 0
    private var size = 0
    private var block = 0
    private var blockLength = 0
    private var file: [UInt8] = []

    init(_ start: DriverStart) { marks = ReadMarks(stored: start.stored) }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(LepuFrame.requests), found.contains(LepuFrame.replies) else {
                return leave(.fail("the ring's own service is missing; it may be of another generation"))
            }
            step = .subscribing
            return [.subscribe(LepuFrame.replies)]
        case .subscribed: return step == .subscribing ? ask(OxyRingLink.info, step: .info) : []
        case .value(LepuFrame.replies, let bytes):
            return joiner.take(bytes).reduce(into: []) { outputs, frame in outputs += took(frame) }
        // A request that was not written is repeated when its answer is overdue.
        case .failed(LepuFrame.requests, _): return []
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return woken()
        case .value, .wrote: return []
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        switch step {
        case .opening, .reading: return [.write(LepuFrame.requests, OxyRingLink.close.bytes)]
        default: return []
        }
    }

    private mutating func ask(_ request: LepuFrame, step: Step, attempts: Int? = nil) -> [DriverOutput] {
        self.step = step
        joiner.clear()
        return exchange.ask(request.bytes, attempts: attempts)
    }

    private mutating func woken() -> [DriverOutput] {
        joiner.clear()
        if let outputs = exchange.woken() { return outputs }
        if step == .reading, opened < Self.openings { return ask(OxyRingLink.close, step: .closing(again: true)) }
        return farewell() + leave(.fail("the ring does not answer; take it off, and keep it near the hub"))
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private mutating func took(_ frame: LepuFrame) -> [DriverOutput] {
        switch step {
        case .info where frame.command == 0: return OxyRingLink.Info.parse(frame.data).map { list($0) } ?? []
        case .opening where frame.command != 0: return skip("the ring does not open a night")
        case .opening where frame.data.count == 4: return begin(frame.data)
        case .reading where frame.command == 0: return take(frame.data)
        case .closing(let again) where frame.data.isEmpty:
            if !again { advance() }
            return open()
        default: return []
        }
    }

    private mutating func list(_ info: OxyRingLink.Info) -> [DriverOutput] {
        marks.keep(only: info.names)
        names = info.names.filter { !marks.contains($0) }
        return (info.time.map { [.clock($0)] } ?? []) + open()
    }

    private mutating func advance() {
        names.removeFirst()
        opened = 0
    }

    private mutating func open() -> [DriverOutput] {
        guard let name = names.first else { return leave(.done) }
        opened += 1
        (file, block, blockLength) = ([], 0, 0)
        return ask(OxyRingLink.open(name), step: .opening)
    }
}

/// Reading a file.
extension OxyRingSession {
    private mutating func begin(_ data: [UInt8]) -> [DriverOutput] {
        size = data.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= Self.largest else { return skip("a night in the ring's memory is longer than a day") }
        // A file without samples is not a night yet.
        guard size > OxyNight.headerLength else { return ask(OxyRingLink.close, step: .closing(again: false)) }
        return ask(OxyRingLink.read(0), step: .reading, attempts: 1)
    }

    /// Takes a block; ignores a reply whose length does not match the expected block.
    private mutating func take(_ data: [UInt8]) -> [DriverOutput] {
        let rest = size - file.count
        if block == 0 {
            guard data.count >= min(rest, OxyNight.headerLength), data.count <= rest, data.starts(with: [3, 0]) else {
                return isFirstBlock(data) ? skip("a night in the ring's memory has an unknown form") : []
            }
            blockLength = data.count
        }
        guard data.count == min(blockLength, rest), !isRepeat(data) else { return [] }
        file += data
        block += 1
        guard file.count == size else { return ask(OxyRingLink.read(block), step: .reading, attempts: 1) }
        return finish()
    }

    /// Whether a block came twice.
    ///
    /// Two successive blocks of samples are equal only if a block holds a whole number of samples.
    private func isRepeat(_ data: [UInt8]) -> Bool {
        block > 0 && !blockLength.isMultiple(of: OxyNight.sampleLength) && file.suffix(blockLength) == data[...]
    }

    /// Whether bytes can be a file's first block, in any version.
    private func isFirstBlock(_ data: [UInt8]) -> Bool { data.count == min(size, 512) && data[1] == 0 }

    private mutating func finish() -> [DriverOutput] {
        guard let name = names.first, let night = OxyNight(file) else {
            return skip("a night in the ring's memory is damaged")
        }
        guard night.isWhole else { return skip("a night in the ring's memory is not complete; it is read again later") }
        marks.insert(name)
        return [.measurement(night.measurement(name: name)), .keep(marks.bytes)]
            + ask(OxyRingLink.close, step: .closing(again: false))
    }

    /// Leaves the file out on this link, and reports its frames.
    private mutating func skip(_ words: String) -> [DriverOutput] {
        [.unreadable(words)] + ask(OxyRingLink.close, step: .closing(again: false))
    }
}
