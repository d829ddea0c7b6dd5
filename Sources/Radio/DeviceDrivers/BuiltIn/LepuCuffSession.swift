internal import DeviceCodecs
internal import VitalRecords

/// One link to a BP2 cuff.
///
/// Pure. The list of files comes first. Then the session opens each new file, reads its first block and closes it.
struct LepuCuffSession: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, over
        case asked(LepuCuffLink.Command)
    }

    private let start: DriverStart
    private var step = Step.idle
    private var exchange = DriverExchange(to: LepuFrame.requests, pieceSize: LepuCuffLink.mtu)
    private var joiner = LepuFrame.Joiner(head: 0xA5)
    private var marks: ReadMarks
    private var names: [[UInt8]] = []
    private var counter: UInt8 = 0

    init(_ start: DriverStart) {
        self.start = start
        marks = ReadMarks(stored: start.stored)
    }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found): return begin(found)
        case .subscribed: return step == .subscribing ? ask(.list) : []
        case .value(LepuFrame.replies, let bytes):
            return joiner.take(bytes).reduce(into: []) { outputs, frame in outputs += took(frame) }
        // A request that was not written is repeated when its answer is overdue.
        case .failed(LepuFrame.requests, _): return []
        case .failed(_, let words): return leave(.fail(words))
        case .woken:
            joiner.clear()
            return exchange.woken() ?? farewell() + leave(.fail(Self.silence))
        case .value, .wrote: return []
        }
    }

    private static let silence = "the monitor does not answer; switch it on, and keep it near the hub"

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        guard step == .asked(.open) || step == .asked(.read) else { return [] }
        counter &+= 1
        return [.write(LepuFrame.requests, LepuCuffLink.request(.close, counter: counter).bytes)]
    }

    private mutating func begin(_ found: [BluetoothUUID]) -> [DriverOutput] {
        guard found.contains(LepuFrame.requests), found.contains(LepuFrame.replies) else {
            return leave(.fail("the monitor's own service is missing; it may be of another generation"))
        }
        if let mtu = start.mtu, mtu < LepuCuffLink.mtu {
            return leave(.fail("the link carries \(mtu - 3) bytes at once, and a request has \(LepuCuffLink.mtu - 3)"))
        }
        step = .subscribing
        return [.subscribe(LepuFrame.replies)]
    }

    private mutating func ask(_ command: LepuCuffLink.Command, data: [UInt8] = []) -> [DriverOutput] {
        step = .asked(command)
        joiner.clear()
        counter &+= 1
        return exchange.ask(LepuCuffLink.request(command, data: data, counter: counter).bytes)
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    /// Handles a reply to the open request; a late reply to an earlier one names another command.
    private mutating func took(_ frame: LepuFrame) -> [DriverOutput] {
        guard case .asked(let command) = step, frame.command == command.rawValue, frame.middle[0] != 0 else {
            return []
        }
        switch command {
        case .list: return LepuCuffLink.names(frame.data).map { list($0) } ?? []
        case .open where frame.data.count == 4:
            // The LP-BP2W has all results in one file, whose first bytes are none of a result.
            guard names.first.map(LepuCuffLink.isList) != true else {
                return unreadable("the monitor keeps its results in a list, which VitalBus cannot read")
            }
            return opened(frame.data)
        case .open: return unreadable("the monitor does not open a file of its memory")
        case .read: return read(frame.data)
        case .close:
            names.removeFirst()
            return open()
        }
    }

    private mutating func list(_ all: [[UInt8]]) -> [DriverOutput] {
        marks.keep(only: all)
        // The names are dates: in their order the oldest comes first.
        names = all.filter { !marks.contains($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        return open()
    }

    private mutating func open() -> [DriverOutput] {
        guard let name = names.first else { return leave(.done) }
        return ask(.open, data: name + [0, 0, 0, 0])
    }

    private mutating func opened(_ size: [UInt8]) -> [DriverOutput] {
        size.allSatisfy { $0 == 0 } ? ask(.close) : ask(.read, data: [0, 0, 0, 0])
    }

    private mutating func read(_ data: [UInt8]) -> [DriverOutput] {
        guard let name = names.first else { return ask(.close) }
        switch LepuCuffFile(data) {
        case .pressure(let result):
            marks.insert(name)
            return [.measurement(result.measurement), .keep(marks.bytes)] + ask(.close)
        case .electrocardiogram:
            marks.insert(name)
            return [.keep(marks.bytes)] + ask(.close)
        case .unknown: return unreadable("a file in the monitor's memory has an unknown form")
        }
    }

    /// Leaves the file out on this link, and reports its frames.
    private mutating func unreadable(_ words: String) -> [DriverOutput] { [.unreadable(words)] + ask(.close) }
}
