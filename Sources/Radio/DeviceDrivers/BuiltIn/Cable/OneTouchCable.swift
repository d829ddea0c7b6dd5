public import DeviceCodecs
internal import VitalRecords

/// OneTouch meters on a USB cable, which show a disk and answer through one of its blocks.
///
/// The hub writes each request into block 3 and reads the answer there; it asks for the serial number, the clock and
/// records, and sets and erases nothing. Source: facts §16, tidepool-org/uploader, glucometers-tech/glucometerutils. The
/// messages are those of the meters with Bluetooth, tested with captured frames; never tried on a real device.
public struct OneTouchCable: ProtocolDriver {
    /// `usb-onetouch`.
    public static let name = ProtocolName.usbOneTouch
    /// The pairing reads the meter's serial number, because no source says that every meter shows it to USB.
    public static let pairsOverLink = true

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session without anything from earlier links.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { OneTouchCableSession(start) }

    /// Whether a write asks in the request block for the serial number, the clock, the number of records or a record.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == .usbDisk, bytes.first == OneTouchDisk.block else { return false }
        guard let message = OneTouchLink.message(Array(bytes.dropFirst())) else { return false }
        return message == OneTouchDisk.serial || OneTouchLink.isReading(message)
    }
}

/// What the meters add to their messages on a cable.
enum OneTouchDisk {
    /// The block that takes requests and gives answers.
    static let block: UInt8 = 3
    /// Asks for the serial number.
    static let serial: [UInt8] = [0xE6, 0x02, 0x00]
    /// The shortest serial number that is believed.
    private static let shortest = 4

    /// A message behind the number of the block that takes it.
    static func request(_ message: [UInt8]) -> [UInt8] { [block] + OneTouchLink.frame(message) }

    /// The frame in a block, without the bytes that fill the block; nil if the length does not fit.
    static func frame(in block: [UInt8]) -> [UInt8]? {
        guard block.count > 3, block[0] == 2 else { return nil }
        let length = Int(block[1]) | Int(block[2]) << 8
        return length >= 8 && length <= block.count ? Array(block.prefix(length)) : nil
    }

    /// The serial number in an answer, UTF-16 with a zero at its end; nil for any other answer.
    static func serial(in message: [UInt8]) -> String? {
        guard message.first == 0x06, message.count % 2 == 1 else { return nil }
        let units = stride(from: 1, to: message.count, by: 2).map {
            UInt16(message[$0]) | UInt16(message[$0 + 1]) << 8
        }
        let text = units.prefix { $0 != 0 }
        guard text.count >= shortest, text.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
        return String(decoding: text, as: UTF16.self)
    }
}

/// One link to a OneTouch meter on a cable.
///
/// Pure. The session first asks which meter it is, and then reads the memory as over Bluetooth.
struct OneTouchCableSession: DriverSession {
    private enum Step { case idle, serial, memory, over }

    private let isPairing: Bool
    private let stored: OneTouchMark?
    private var step = Step.idle
    private var exchange = DriverExchange(to: .usbDisk, pieceSize: 512)
    private var memory: OneTouchSession

    init(_ start: DriverStart) {
        isPairing = start.isPairing
        stored = start.stored.flatMap { OneTouchMark($0) }
        var inner = start
        inner.stored = stored?.read
        memory = OneTouchSession(inner, over: .disk)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        switch (step, input) {
        case (.over, _): return []
        case (.memory, _): return memory.handle(input, elapsed: elapsed).map { marked($0) }
        case (_, .ready(let found)):
            return found.contains(.usbDisk) ? [.subscribe(.usbDisk)] : leave(.fail("the meter is not on a USB cable"))
        case (.idle, .subscribed):
            step = .serial
            return exchange.ask(OneTouchDisk.request(OneTouchDisk.serial))
        case (.serial, .value(.usbDisk, let bytes)):
            return OneTouchDisk.frame(in: bytes).flatMap { OneTouchLink.message($0) }.map { took($0) } ?? []
        case (.serial, .woken):
            return exchange.woken() ?? leave(.fail("the meter does not answer; unplug it and plug it in again"))
        case (.idle, .failed(_, let words)): return leave(.fail(words))
        default: return []
        }
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private mutating func took(_ message: [UInt8]) -> [DriverOutput] {
        // The block may still have an earlier answer, or the request itself: the session asks again.
        guard let text = OneTouchDisk.serial(in: message) else { return [] }
        let serial = MarkHash.long(text.utf8)
        if isPairing {
            let read = stored?.serial == serial ? stored?.read : nil
            return [.keep(OneTouchMark(serial: serial, read: read).bytes)] + leave(.done)
        }
        guard let stored else { return leave(.unpaired) }
        guard stored.serial == serial else {
            return leave(.fail("this is another meter of the same kind; forget the device, and pair this meter"))
        }
        step = .memory
        return memory.begin().map { marked($0) }
    }

    /// Keeps the serial number with the memory's own mark.
    private func marked(_ output: DriverOutput) -> DriverOutput {
        guard case .keep(let read) = output, let stored else { return output }
        return .keep(OneTouchMark(serial: stored.serial, read: read).bytes)
    }
}

/// What the hub keeps of a meter on a cable: which one it is, and how far its memory is stored.
struct OneTouchMark: Hashable {
    /// A hash of the serial number.
    let serial: UInt64
    /// The mark of ``OneTouchSession``; nil for a meter that was never read.
    let read: [UInt8]?

    init(serial: UInt64, read: [UInt8]?) { (self.serial, self.read) = (serial, read) }

    /// Reads the 8 or 10 bytes of an earlier link; nil for any others.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 || bytes.count == 10 else { return nil }
        serial = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        read = bytes.count == 10 ? Array(bytes.suffix(2)) : nil
    }

    /// The bytes for the next link.
    var bytes: [UInt8] { (1...8).map { UInt8(serial >> UInt64((8 - $0) * 8) & 0xFF) } + (read ?? []) }
}
