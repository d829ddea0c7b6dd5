import BusContract
import ContractLiterals
import DeviceCodecs
import FoundationEssentials
import MessageBus
import Outbox
import VitalRecords

@testable import DeviceReaderActor

/// Devices, sightings and frames for the tests.
enum Samples {
    struct Impossible: Error {}

    static let start = Date(timeIntervalSince1970: 1_786_000_000)
    /// 124/86 mmHg, mean 97, at 2024-06-15T17:17:27 by the device's clock, pulse 51.
    static let timed = "167c0056006100e807060f11111b33001000"
    /// 120/80 mmHg without a time.
    static let untimed = "00780050005a00"
    /// 138/88 mmHg from a cuff whose year is not set.
    static let unset = "1e8a00580078000000041114293b3c00012700"
    /// 113/73 mmHg from a Beurer cuff, at 2026-08-11T20:56:00, with user 1 and a big-endian pulse.
    static let beurer = "56710049000000ea07080b1438000041010000"

    static func bytes(_ hex: String) throws -> [UInt8] { try CharacteristicDecoder.bytes(hex: hex) }

    static func device(_ number: Int = 1) -> DeviceID {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
        return DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, high, low)))
    }

    static func sighting(_ number: Int = 1, peripherals: [Int] = [3000], content: String = "00") -> PeripheralSighted {
        PeripheralSighted(
            hub: "room-1",
            device: device(number),
            peripheralIDs: peripherals,
            name: nil,
            rssi: -60,
            advertisement: Advertisement(manufacturerData: ["1": content]),
            episode: start
        )
    }

    static func context(
        offset: Int? = nil,
        utcOffset: Int = 7_200,
        episode: Date = start,
        seat: String? = nil,
        hasMemory: Bool? = nil,
        isSubmitted: Bool = true
    ) -> ReadContext {
        ReadContext(
            peripheralID: 3000,
            manufacturer: "Acme",
            model: "BP 1",
            serial: "7",
            clockOffsetSeconds: offset,
            utcOffset: utcOffset,
            episode: episode,
            seat: seat,
            hasMemory: hasMemory,
            isSubmitted: isSubmitted
        )
    }

    static func hub() throws -> HubID {
        guard let hub = HubID(rawValue: "room-1") else { throw Impossible() }
        return hub
    }

    static func builder(_ context: ReadContext = context(), device: DeviceID = device()) throws -> ReadingBuilder {
        ReadingBuilder(hub: try hub(), device: device, context: context)
    }
}

extension OutboxStore {
    /// Begins a link to a device.
    @discardableResult
    func begin(_ context: ReadContext, device: Int = 1, at: Date = Samples.start) async throws -> Int64 {
        try await links.begin(
            device: Samples.device(device).description,
            context: Data(try WireJSON.encode(context)),
            at: at
        )
    }

    /// Saves a frame on a device's newest link.
    @discardableResult
    func save(_ hex: String, characteristic: String = "2a35", device: Int = 1, at: Date) async throws -> Int64 {
        let device = Samples.device(device).description
        return try await saveFrame(
            device: device,
            link: try await links.all(of: device).last?.id,
            characteristic: characteristic,
            bytes: Data(try Samples.bytes(hex)),
            at: at
        )
    }
}

extension ReadingBuilder {
    /// The reading from a single blood pressure frame.
    func bloodPressure(
        _ bytes: [UInt8],
        receivedAt: Date,
        isAlone: Bool = false
    ) throws(CodecError) -> Reading? {
        guard
            case .measurement(let measurement) = try DeviceFrame(
                characteristic: .bloodPressureMeasurement,
                bytes: bytes
            )
        else { return nil }
        return reading(
            of: AssembledFrames(
                rows: [1],
                measurement: measurement,
                receivedAt: receivedAt,
                isAlone: isAlone,
                isOnlyRecord: isAlone && context.isClockHidden
            )
        )
    }
}
