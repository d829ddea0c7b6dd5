import ActorRuntime
import DeviceCodecs
import DeviceDrivers
import ExampleDriver
import Foundation
import Outbox
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct ClosedPartsTests {
    private let folder: TemporaryFolder
    private let key = [UInt8](0..<16)

    init() throws {
        folder = try TemporaryFolder()
    }

    private var parts: ClosedParts { ClosedParts(folders: [folder.url.path], drivers: DriverRegistry([])) }

    private func peripheral(_ id: Int) throws -> Peripheral {
        try #require(PeripheralCatalogue.standard.peripheral(id: id))
    }

    private func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
        let path = folder.url.appending(path: name).path
        let made = FileManager.default.createFile(
            atPath: path,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: mode]
        )
        try #require(made)
    }

    private func refusal(_ id: Int, key: [UInt8]? = nil) throws -> MissingPart? {
        let peripheral = try peripheral(id)
        do throws(MissingPart) {
            _ = try parts.driver(for: peripheral, device: Samples.device(1), encryptionKey: key)
            return nil
        } catch {
            return error
        }
    }

    /// Each missing part is named, in the order in which a person can supply them.
    @Test func readingWithoutAKeyNamesWhatIsMissing() throws {
        #expect(try refusal(32)?.code == .authKeyMissing)
        #expect(try refusal(32)?.message.contains("agamatrix-authkey.json") == true)
        #expect(try refusal(32)?.message.contains(folder.url.path) == true)
        #expect(try refusal(33)?.message.contains("cvshealth-authkey.json") == true)
        try write("agamatrix-authkey.json", #"{"key": "0x12"}"#)
        #expect(try refusal(32)?.code == .authKeyInvalid)
        try FileManager.default.removeItem(at: folder.url.appending(path: "agamatrix-authkey.json"))
        try write("agamatrix-authkey.json", #"{"key": "123"}"#)
        #expect(try refusal(32)?.code == .driverMissing)

        #expect(try refusal(51)?.code == .licenseMissing)
        try write("validic.license", "a license")
        #expect(try refusal(51)?.code == .encryptionKeyMissing)
        #expect(try refusal(51)?.message.contains("QR code") == true)
        #expect(try refusal(51, key: key)?.code == .driverMissing)
        #expect(try refusal(10_020)?.code == .driverMissing)
        #expect(try refusal(10_108)?.message.contains("takes that for its clock") == true)
    }

    @Test func aKeyFileThatOthersMayReadIsRefused() throws {
        try write("agamatrix-authkey.json", #"{"key": "123"}"#, mode: 0o644)
        #expect(try refusal(32)?.code == .authKeyInvalid)
        #expect(try refusal(32)?.message.contains("chmod 600") == true)
    }

    @Test func theListOfWhatIsMissingLeavesOutADevicesOwnKey() throws {
        #expect(parts.missing(for: try peripheral(51)).map(\.code) == [.driverMissing, .licenseMissing])
        #expect(parts.missing(for: try peripheral(3000)).isEmpty)
        #expect(parts.missing(for: try peripheral(1)).isEmpty)
        #expect(parts.missing(for: try peripheral(10_030)).map(\.code) == [.driverMissing])
    }

    /// Pairing a device without a driver would only take it away from the program that can read it.
    @Test(arguments: [32, 33, 51, 10_020]) func aClosedModelIsNotPaired(id: Int) throws {
        let row = try peripheral(id)
        let refusal = try #require(parts.refusalToPair(row))
        #expect(refusal.code == .driverMissing)
        #expect(refusal.message.hasPrefix("\(row.name) cannot be paired: no public description of the protocol"))
        // The key file alone does not help.
        try write("agamatrix-authkey.json", #"{"key": "123"}"#)
        #expect(parts.refusalToPair(row)?.code == .driverMissing)
        #expect(row.evidence == nil && !parts.reads(row))
    }

    /// With a driver, the next missing part is the reason; if nothing is missing, pairing is allowed.
    @Test func whatIsReadIsPaired() throws {
        var row = try peripheral(51)
        row.speaks = XORMeter.name
        let parts = ClosedParts(folders: [folder.url.path], drivers: DriverRegistry([XORMeter.self]))
        #expect(parts.refusalToPair(row)?.code == .licenseMissing)
        try write("validic.license", "a license")
        #expect(parts.refusalToPair(row) == nil)
        #expect(parts.refusalToPair(try peripheral(3000)) == nil)
    }

    @Test func anInstalledDriverGetsTheKeys() throws {
        try write("validic.license", "a license")
        var row = try peripheral(51)
        row.speaks = XORMeter.name
        let parts = ClosedParts(folders: [folder.url.path], drivers: DriverRegistry([XORMeter.self]))
        let driver = try parts.driver(for: row, device: Samples.device(1), encryptionKey: key)
        #expect(driver is XORMeter)
        #expect(parts.missing(for: row).isEmpty)
    }

    @Test func theSealedKeyOpensForItsDeviceOnly() async throws {
        let path = folder.url.appending(path: "outbox.sqlite").path
        let siteKey = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
        let store = try await OutboxStore.open(StoreConfiguration(path: path))
        let sealed = SealedData(key: siteKey, store: store)
        let (one, two) = (Samples.device(1), Samples.device(2))
        #expect(try await sealed.secret(kind: SealedData.encryptionKey, of: one) == nil)
        try await sealed.keep(key, kind: SealedData.encryptionKey, of: one, at: Samples.start)
        #expect(try await sealed.secret(kind: SealedData.encryptionKey, of: one) == key)
        // The same bytes under another device's name cannot be decrypted.
        let stolen = try #require(
            try await store.peripheralData(device: one.description, kind: SealedData.encryptionKey)
        )
        #expect(!stolen.indices.contains { stolen[$0...].starts(with: key) })
        try await store.storePeripheralData(
            device: two.description,
            kind: SealedData.encryptionKey,
            content: stolen,
            at: Samples.start
        )
        await #expect(throws: RuntimeError.self) { try await sealed.secret(kind: SealedData.encryptionKey, of: two) }
        #expect(try await store.peripheralData(kind: SealedData.encryptionKey).count == 2)
        #expect(try await store.erasePeripheralData(device: one.description) == 1)
        #expect(try await sealed.secret(kind: SealedData.encryptionKey, of: one) == nil)
        try await store.close()
    }
}
