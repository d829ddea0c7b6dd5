import BusContract
import Logging
import MessageBus
import TestSupport
import Testing

@testable import DeviceReaderActor

/// A catalogue of thousands of models over a real broker.
@Suite struct CatalogueBrokerTests {
    private static let entries = (0..<2_000).map { number in
        PeripheralView(
            peripheralID: 50_000 + number,
            name: "Made up \(number)",
            manufacturer: "Made up",
            model: "\(number)",
            type: "glucoseMeter",
            requiresPairing: false,
            pairingInstructions: String(repeating: "p", count: 200),
            readingInstructions: String(repeating: "r", count: 300),
            disabled: false,
            verified: false
        )
    }

    @Test func aLargeCatalogueComesWhole() async throws {
        let pages = try CataloguePages(Self.entries)
        let handler = RequestHandler(ReaderTopics.supportedPeripherals) { filter, _ in
            try pages.answer(filter.page)
        }
        try await SiteBroker.with { site in
            try await site.connected(site.member(.deviceReader)) { reader in
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let server = try RequestServer(reader, handlers: [handler], logger: logger)
                let (ready, sign) = AsyncStream.makeStream(of: Void.self)
                let serving = Task { try await server.run { sign.finish() } }
                defer { serving.cancel() }
                for await _ in ready {}
                let found = try await site.connected(site.member(.vitalbus)) { try await all($0) }
                #expect(found == Self.entries)
            }
        }
    }

    private func all(_ caller: BusClient) async throws -> [PeripheralView] {
        let requests = RequestClient(caller)
        let receiving = Task { try await requests.run() }
        defer { receiving.cancel() }
        var (entries, page, pages) = ([PeripheralView](), 1, 1)
        while page <= pages {
            let found = try await requests.call(
                ReaderTopics.supportedPeripherals,
                hub: "h1",
                body: PeripheralFilter(page: page)
            )
            entries += found.peripherals
            pages = found.pages ?? 1
            page += 1
        }
        #expect(pages > 10)
        return entries
    }
}
