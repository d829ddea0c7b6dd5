import DeviceCodecs
import DevicePeers

@testable import DeviceDrivers

extension BeurerScalePeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = BeurerScale.self
    /// The second half of a weighing from a captured frame (openScale#416): muscle 31.5, BMR 2193, BMI 36.5.
    static let half: [UInt8] = [0x68, 0x01, 0x3B, 0x01, 0x0E, 0x08, 0x91, 0x09, 0xD9, 0x01, 0x6D]

    /// A scale of any model with three users of random results, and a weighing without a user.
    init(noise: inout Noise) {
        self.init(start: Bool.random(using: &noise) ? 0xE7 : 0xF7)
        users = (0..<3).map { user in Self.user(user, results: (0..<4).map { _ in noise.bytes(count: 22) }) }
        planned = (noise.bytes(count: 22), User(id: noise.bytes(count: 8), name: "ABC", year: 1980))
        needsClock = Bool.random(using: &noise)
    }

    /// A user's identifier.
    static func id(_ user: Int) -> [UInt8] { [0, 0, 0, 0, 0, 0, 1, UInt8(user)] }

    /// A user with stored results.
    static func user(_ number: Int, results: [[UInt8]] = []) -> User {
        var user = User(id: id(number), name: "ABC", year: 1980)
        user.results = results
        return user
    }

    /// The 22 bytes of a weighing: half kilograms in twentieths, and 500 Ohm.
    static func weighing(_ seconds: Int, twentieths: Int = 1_600) -> [UInt8] {
        let time = [24, 16, 8, 0].map { UInt8(seconds >> $0 & 0xFF) }
        return time + [UInt8(twentieths >> 8), UInt8(twentieths & 0xFF), 0x01, 0xF4, 0x00, 0xEB, 0x01] + half
    }

    mutating func unasked() -> (BluetoothUUID, [UInt8])? {
        weighAsPlanned().first.map { (BeurerLink.pipe, $0.bytes) }
    }
}

/// A QN scale, which speaks first.
struct QNPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = QNScale.self

    /// Whether it has the newer service.
    var isNew = true
    /// Its information message of 20 bytes, as captured from a GE scale.
    var info: [UInt8] = [
        0x12, 0x14, 0xFF, 0x11, 0x22, 0x33, 0x44, 0x55, 0xFF, 0x14, 0x0F, 0x42, 0x00, 0x02, 0x05, 0x03, 0xE0, 0x6F,
        0x2B,
        0x0C,
    ]
    /// The frames that it sends in order once it is started; a weight is repeated until it is acknowledged.
    var frames: [[UInt8]] = [QNPeer.stable]
    /// The protocol version that it expects; nil for any.
    var version: UInt8?
    private var hasSpoken = false
    private var hasStarted = false
    private(set) var acknowledged = 0

    /// A stable weight of 60.0 kg and 509 Ohm, of a published test.
    static let stable: [UInt8] = [0x10, 0x0E, 0xFF, 0x01, 0x02, 0x02, 0x58, 0x01, 0xFD, 0x01, 0xFB, 0x00, 0x33, 0xA7]

    init(isNew: Bool = true) { self.isNew = isNew }

    var characteristics: [BluetoothUUID] {
        isNew
            ? [QNLink.replies[0], QNLink.requests[0]]
            : [QNLink.replies[1], QNLink.indications, QNLink.requests[1], QNLink.requests[2]]
    }

    private var replies: BluetoothUUID { QNLink.replies[isNew ? 0 : 1] }

    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        guard uuid == QNLink.requests[isNew ? 0 : bytes[0] == 0x20 ? 2 : 1] else { return [] }
        switch bytes[0] {
        case 0x13:
            guard version == nil || bytes[2] == version else { return [] }
            return [(replies, [0x14, 0x0B, 0xFF, 0x00, 0x01, 0, 0, 0, 0, 0, 0x1F])]
        case 0x20: return [(replies, QNLink.frame(0x21, version: 0xFF, content: [0]))]
        case 0x22: hasStarted = true
        case 0x1F:
            acknowledged += 1
            if !frames.isEmpty { frames.removeFirst() }
        default: break
        }
        return []
    }

    mutating func unasked() -> (BluetoothUUID, [UInt8])? {
        guard hasSpoken else {
            hasSpoken = true
            return (replies, info)
        }
        guard hasStarted, let frame = frames.first else { return nil }
        if frame[0] != 0x10 || frame[4] != 0x02 { frames.removeFirst() }
        return (replies, frame)
    }
}

/// A Renpho scale that sends frames once it is started.
struct RenphoPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = RenphoScale.self

    /// The final weight of an R-MSC04, of a published test: 95.55 kg.
    static let final: [UInt8] = [0x55, 0xAA, 0x24, 0x00, 0x06, 0x01, 0x11, 0x00, 0x00, 0x25, 0x53, 0xB3]

    /// The frames that it sends.
    var frames: [[UInt8]] = [RenphoPeer.final]
    private var hasStarted = false

    var characteristics: [BluetoothUUID] { [RenphoSession.replies, RenphoSession.requests, RenphoSession.finals] }

    /// A frame with its length and sum.
    static func frame(_ command: UInt8, data: [UInt8]) -> [UInt8] {
        let bytes = [0x55, 0xAA, command, 0x00, UInt8(data.count)] + data
        return bytes + [bytes.reduce(0, &+)]
    }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        hasStarted = hasStarted || bytes == RenphoSession.begin
        return []
    }

    mutating func unasked() -> (BluetoothUUID, [UInt8])? {
        guard hasStarted, !frames.isEmpty else { return nil }
        return (RenphoSession.finals, frames.removeFirst())
    }
}

/// A Medisana scale, which sends its stored weighings once it has the time.
struct MedisanaPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = MedisanaScale.self

    /// The frames that it sends.
    var frames: [(BluetoothUUID, [UInt8])] = [
        (MedisanaSession.weights, MedisanaPeer.weight(500_000_000, user: 1)),
        (MedisanaSession.bodies, MedisanaPeer.body(500_000_000)),
    ]
    private var hasTime = false
    private(set) var time: [UInt8]?

    var characteristics: [BluetoothUUID] {
        [MedisanaSession.weights, MedisanaSession.bodies, MedisanaSession.people, MedisanaSession.requests]
    }

    /// A weight of 80.50 kg in a frame of 19 bytes.
    static func weight(_ seconds: Int, user: UInt8, head: UInt8 = 0x1D) -> [UInt8] {
        [head, 0x72, 0x1F, 0x00, 0xFE] + word(seconds) + [0, 0xFF, 1, 9, user, 0, 0, 0, 0, 0]
    }

    /// Fat 23.5 %, water 55.1 %, muscle 38.0 % and bone 3.1, each with its upper four bits set.
    static func body(_ seconds: Int) -> [UInt8] {
        [0x6F] + word(seconds) + [1, 0, 0, 0xEB, 0xF0, 0x27, 0xF2, 0x7C, 0xF1, 0x1F, 0xF0]
    }

    private static func word(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(value >> $0 & 0xFF) } }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        (hasTime, time) = (true, bytes)
        return []
    }

    mutating func unasked() -> (BluetoothUUID, [UInt8])? {
        hasTime && !frames.isEmpty ? frames.removeFirst() : nil
    }
}
