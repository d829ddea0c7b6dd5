import DeviceCodecs

@testable import DeviceDrivers

/// An oximeter that streams values and faults of all kinds.
struct StreamPeer<Stream: OximeterStream>: DriverPeer {
    static var driver: any ProtocolDriver.Type { StreamDriver<Stream>.self }

    let characteristics: [BluetoothUUID]
    /// Good frames of the protocol, with their characteristics.
    private let frames: [(BluetoothUUID, [UInt8])]
    /// Answers to requests.
    private let answers: [(BluetoothUUID, [UInt8])]
    private var noise: Noise
    /// One frame in this many is damaged; 0 for none.
    private let faults: Int

    init(_ characteristics: [BluetoothUUID], noise: inout Noise) {
        self.characteristics = characteristics
        frames = StreamFrames.good[Stream.name] ?? []
        answers = StreamFrames.answers[Stream.name] ?? []
        self.noise = Noise(seed: noise.next())
        faults = [0, 0, 3, 20].randomElement(using: &noise) ?? 0
    }

    mutating func replies(to _: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        answers.filter { _ in Int.random(in: 0..<4, using: &noise) > 0 }
    }

    mutating func unasked() -> (BluetoothUUID, [UInt8])? {
        guard Int.random(in: 0..<3, using: &noise) > 0, let (channel, frame) = frames.randomElement(using: &noise)
        else { return nil }
        guard faults > 0, Int.random(in: 0..<faults, using: &noise) == 0 else { return (channel, frame) }
        return (channel, StreamFrames.damaged(frame, noise: &noise))
    }
}

/// Frames of all streams.
enum StreamFrames {
    /// Frames with values, without a finger, and of other kinds.
    static let good: [ProtocolName: [(BluetoothUUID, [UInt8])]] = [
        .nonin: [
            (NoninStream.values, [0x0A, 0x10, 0x1E, 0x01, 0x2C, 0x00, 0x05, 0x61, 0x00, 0x4B]),
            (NoninStream.values, [0x0A, 0x34, 0x1A, 0x02, 0xEE, 0x00, 0x0F, 0x62, 0x01, 0x0E]),
            (NoninStream.values, [0x0A, 0x00, 0x1A, 0x00, 0x00, 0x00, 0x10, 0x7F, 0x01, 0xFF]),
        ],
        .choiceMMed: [
            (ChoiceMMedStream.results, [0x55, 0xAA, 0x03, 0x61, 0x4D, 0xB1]),
            (ChoiceMMedStream.results, [0x55, 0xAA, 0x03, 0x00, 0x00, 0x03]),
        ],
        .berry: [
            (BerryStream.values, [0x83, 0x32, 0x09, 0x48, 0x63]), (BerryStream.values, [0x85, 0x40, 0x40, 0x7F, 0x7F]),
        ],
        .jumper: [(JumperStream.values, [0x81, 0x38, 0x63, 0x44]), (JumperStream.values, [0x80, 0x01, 0x02])],
        .contec: [
            (ContecStream.replies, [0xEB, 0x01, 0x06, 0x48, 0x62, 0x7F, 0x00, 0x1B]),
            (ContecStream.replies, [0xEB, 0x00, 0x02, 0x03, 0x71, 0x61]),
            (ContecStream.replies, [0xEB, 0x01, 0x04, 0x7F, 0x7F, 0x7F, 0x00, 0x6D]),
        ],
        .pc60fw: [
            (PC60Stream.values, [0xAA, 0x55, 0x0F, 0x08, 0x01, 0x60, 0x3E, 0x00, 0x50, 0x00, 0xC0, 0x08])
        ],
    ]

    /// Answers to requests.
    static let answers: [ProtocolName: [(BluetoothUUID, [UInt8])]] = [
        .choiceMMed: [(ChoiceMMedStream.replies, [0x55, 0xAA, 0x03, 0xB1, 0x00, 0xB4])],
        .contec: [(ContecStream.replies, [0xF2, 0x00, 0x00, 0x02, 0x06, 0x00, 0x0D, 0x07, 0x00])],
    ]

    /// A frame with a changed byte, a frame cut short, or one with extra bytes.
    static func damaged(_ frame: [UInt8], noise: inout Noise) -> [UInt8] {
        var bytes = frame
        switch Int.random(in: 0..<3, using: &noise) {
        case 0:
            let place = Int.random(in: 0..<bytes.count, using: &noise)
            bytes[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &noise)
        case 1: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &noise)))
        default: bytes += noise.bytes(upTo: 20)
        }
        return bytes
    }
}
