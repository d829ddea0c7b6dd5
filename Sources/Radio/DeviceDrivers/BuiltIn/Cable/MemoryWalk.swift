internal import DeviceCodecs
internal import VitalRecords

/// What the hub keeps: which meter it is, and how far its memory is stored.
struct CableMark: Hashable {
    /// A hash of the serial number.
    let serial: UInt64
    /// How far the memory is stored.
    let read: MemoryWalk.Position

    init(serial: UInt64, read: MemoryWalk.Position) {
        (self.serial, self.read) = (serial, read)
    }

    /// Reads the 18 bytes of an earlier link; nil for any others.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 18 else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        serial = number(0..<8)
        read = MemoryWalk.Position(count: Int(number(8..<10)), hash: number(10..<18))
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

/// A record of a memory that is sent whole on each link.
protocol WalkedRecord {
    /// The name that equal records share.
    var twinName: String { get }

    /// The measurement of the record.
    ///
    /// - Parameter twin: How many equal records precede it.
    func measurement(twin: Int) -> DeviceMeasurement
}

/// Reads a memory from its first record, and skips stored records.
struct MemoryWalk {
    /// How many records from the first on, and a hash of them all.
    struct Position: Hashable {
        var count = 0
        var hash = MarkHash.long([])
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
    mutating func take(_ record: (any WalkedRecord)?, text: String) -> [Finding] {
        here = Position(count: here.count + 1, hash: MarkHash.long(text.utf8, after: here.hash))
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

    private mutating func finding(_ record: (any WalkedRecord)?) -> Finding {
        guard let record else { return .unreadable }
        let twin = twins[record.twinName, default: 0]
        twins[record.twinName] = twin + 1
        return .measurement(record.measurement(twin: twin))
    }
}
