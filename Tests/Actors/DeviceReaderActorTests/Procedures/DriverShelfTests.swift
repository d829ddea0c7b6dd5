import ActorRuntime
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// The data that a hub stores for a device's driver.
@Suite struct DriverShelfTests: LinkTests {
    let folder: TemporaryFolder
    private let key = [UInt8](0x41..<0x51)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func shelf(_ store: OutboxStore, keyFile: String = "site-key") -> DriverShelf {
        let (moment, path) = (now, folder.url.appending(path: keyFile).path)
        return DriverShelf(
            device: Samples.device(),
            store: store,
            secrets: DeviceSecrets(siteKey: { try SiteKey.load(path, createIfMissing: true) }, store: store),
            environment: BusEnvironment(now: { moment }, newID: { "id" }, clock: ContinuousClock()),
            logger: logger
        )
    }

    @Test func aMarkAndASecretAreKeptApart() async throws {
        let store = try await open()
        let shelf = shelf(store)
        #expect(try await shelf.kept(isSecret: false) == nil)
        #expect(try await shelf.kept(isSecret: true) == nil)
        try await shelf.keep([1, 2], isSecret: false)
        try await shelf.keep(key, isSecret: true)
        try await shelf.keep([3], isSecret: false)
        #expect(try await shelf.kept(isSecret: false) == [3])
        #expect(try await shelf.kept(isSecret: true) == key)
        let sealed = try #require(
            try await store.peripheralData(device: Samples.device().description, kind: DriverShelf.secretKind)
        )
        #expect(!sealed.indices.contains { sealed[$0...].starts(with: key) })
        try await store.close()
    }

    /// With another site's key the device counts as unpaired, and a person pairs it again.
    @Test func aSecretOfAnotherSiteIsNone() async throws {
        let store = try await open()
        try await shelf(store).keep(key, isSecret: true)
        #expect(try await shelf(store, keyFile: "other-key").kept(isSecret: true) == nil)
        try await store.close()
    }

    @Test func aDroppedBondIsRemembered() async throws {
        let store = try await open()
        #expect(try await shelf(store).hasDroppedBond() == false)
        try await shelf(store).noteDroppedBond()
        #expect(try await shelf(store).hasDroppedBond())
        try await store.close()
    }
}
