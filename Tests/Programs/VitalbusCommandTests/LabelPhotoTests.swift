import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords

/// `vitalbus device pair --photo`: exactly the label's device.
@Suite struct LabelPhotoTests {
    /// The requests to a device reader.
    private final class Asked: Sendable {
        let pairings = Mutex<[PairPeripheral]>([])
        let stored = Mutex<[StorePeripheralData]>([])
    }

    private let folder: TemporaryFolder
    private let site: SiteKey
    private let digits = "00112233445566778899aabbccddeeff"

    init() throws {
        folder = try TemporaryFolder()
        site = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
    }

    private func device(_ address: String) throws -> DeviceID {
        try DeviceID.derive(siteSecret: site.deviceSecret, address: address)
    }

    private func sighted(_ device: DeviceID, _ name: String, peripheral: Int = 10_061) -> PeripheralSighted {
        PeripheralSighted(
            hub: "h",
            device: device,
            peripheralIDs: [peripheral],
            name: name,
            rssi: -50,
            advertisement: Advertisement(),
            episode: Date()
        )
    }

    private func run(
        _ arguments: [String],
        _ codes: [UInt8],
        inSight: [PeripheralSighted] = []
    ) async throws -> (outcome: Shell.Outcome, asked: Asked) {
        let (broker, asked) = (InMemoryBroker(), Asked())
        let photo = folder.url.appending(path: "label.pgm")
        try Data(codes).write(to: photo)
        let reader = [
            RequestHandler(ReaderTopics.pairPeripheral) { body, _ in
                asked.pairings.withLock { $0.append(body) }
                return PeripheralPaired(
                    seat: body.seat,
                    hub: "h",
                    peripheralID: body.peripheralID,
                    device: body.device,
                    assigned: body.seat == nil ? nil : true
                )
            },
            RequestHandler(ReaderTopics.storePeripheralData) { body, _ in
                asked.stored.withLock { $0.append(body) }
                return PeripheralDataStored(hub: "h", device: body.device, missing: [])
            },
        ]
        let scanner = RequestHandler(ScannerTopics.sightings) { _, _ in Sightings(devices: inSight) }
        let all = ["device", "pair"] + arguments + ["--photo", photo.path, "--state", folder.url.path]
        let outcome = try await Shell.serving("ble-scanner", hub: "h", [scanner], on: broker) {
            try await Shell.serving("device-reader", hub: "h", reader, on: broker) { await Shell(broker).run(all) }
        }
        return (outcome, asked)
    }

    @Test func theLabelsAddressIsTheDeviceThatIsPaired() async throws {
        let own = try device("AA:BB:CC:DD:EE:01")
        // Another device with the same name is nearer.
        let inSight = [sighted(try device("AA:BB:CC:DD:EE:02"), "A&D_UA-651"), sighted(own, "A&D_UA-651")]
        let (outcome, asked) = try await run(
            ["10061", "--seat", "bed-a"],
            DrawnBars.photo("MAC=aabbccddee01;NAME=A&D_UA-651"),
            inSight: inSight
        )
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(outcome.out == ["device \(own) is paired and assigned to seat bed-a"])
        let body = PairPeripheral(device: own, peripheralID: 10_061, seat: "bed-a", userIndex: nil)
        #expect(asked.pairings.withLock { $0 } == [body])
        let wrong = try await run([DeviceID(uuid: UUID()).description, "10061"], DrawnBars.photo("AABBCCDDEE01"))
        #expect(wrong.outcome.code == 65 && wrong.asked.pairings.withLock { $0.isEmpty })
        #expect(!wrong.outcome.err.joined().contains("AABBCC"), "the address stays out of messages")
    }

    @Test func aSerialNumberTellsOneDeviceOrNone() async throws {
        let (own, other) = (DeviceID(uuid: UUID()), DeviceID(uuid: UUID()))
        let label = DrawnBars.photo("SN=XK-220042")
        let inSight = [sighted(other, "OneTouch 0043"), sighted(own, "OneTouch 0042")]
        let (outcome, asked) = try await run(["10061"], label, inSight: inSight)
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(asked.pairings.withLock { $0.map(\.device) } == [own])
        for inSight in [
            [], [sighted(own, "OneTouch 0042", peripheral: 7)], [sighted(own, "A0042"), sighted(other, "B0042")],
        ] {
            let (outcome, asked) = try await run(["10061"], label, inSight: inSight)
            #expect(outcome.code == 65 && asked.pairings.withLock { $0.isEmpty })
        }
    }

    @Test func aNameAloneTellsNoDevice() async throws {
        let inSight = [sighted(DeviceID(uuid: UUID()), "A&D_UA-651")]
        let (outcome, asked) = try await run(["10061"], DrawnBars.photo("NAME=A&D_UA-651"), inSight: inSight)
        #expect(outcome.code == 65 && outcome.err.joined().contains("UUID"))
        #expect(asked.pairings.withLock { $0.isEmpty })
    }

    @Test func aKeyIsStoredForTheDeviceThatIsNamed() async throws {
        let own = DeviceID(uuid: UUID())
        let (outcome, asked) = try await run([own.description, "51"], DrawnBars.photo(digits))
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(asked.pairings.withLock { $0.map(\.device) } == [own])
        let stored = asked.stored.withLock { $0 }
        #expect(stored == [StorePeripheralData(device: own, peripheralID: 51, encryptionKey: digits)])
        #expect(!(outcome.out + outcome.err).joined().contains("33445566"))
        let (nameless, none) = try await run(["51"], DrawnBars.photo(digits))
        #expect(nameless.code == 65 && none.pairings.withLock { $0.isEmpty })
        let both = try await run(["51"], DrawnBars.photo("MAC:AABBCCDDEE01", digits))
        #expect(both.outcome.code == 0, "\(both.outcome.err)")
        #expect(both.asked.stored.withLock { $0.map(\.device) } == [try device("AA:BB:CC:DD:EE:01")])
    }

    @Test(
        arguments: [
            ("MAC=AABBCCDDEE", "10 hexadecimal digits"), ("00112233445566778899aabbccddee", "30 hexadecimal digits"),
            ("00112233445566778899aabbccddeefz", "character 32"), ("hello", "5 characters"),
        ]
    )
    func wrongCodesAreToldByLengthAndPlace(text: String, hint: String) async throws {
        let (outcome, asked) = try await run(["10061"], DrawnBars.photo(text))
        #expect(outcome.code == 65 && asked.pairings.withLock { $0.isEmpty })
        #expect(outcome.err.joined().contains(hint), "\(outcome.err)")
        #expect(!outcome.err.joined().contains("33445566"))
    }

    @Test func withoutAPhotoBothAreNamed() async {
        let outcome = await Shell(InMemoryBroker()).run("device", "pair", "10061")
        #expect(outcome.code == 64 && outcome.err.joined().contains("--photo"))
    }
}
