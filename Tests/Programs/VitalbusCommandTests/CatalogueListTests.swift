import BusContract
import Foundation
import MessageBus
import Testing

@testable import VitalbusCommand

@Suite struct CatalogueListTests {
    private let state = FileManager.default.temporaryDirectory.appending(path: "vb-cli-\(UUID().uuidString)").path

    /// A catalogue of several pages is shown whole.
    @Test func allPagesOfTheCatalogueAreListed() async throws {
        let broker = InMemoryBroker()
        let handler = RequestHandler(ReaderTopics.supportedPeripherals) { filter, _ in
            let view = PeripheralView(
                peripheralID: 100 + (filter.page ?? 1),
                name: "Acme \(filter.page ?? 1)",
                manufacturer: "Acme",
                model: "C",
                type: "glucoseMeter",
                requiresPairing: false,
                pairingInstructions: "Pair.",
                readingInstructions: "Read.",
                disabled: false,
                verified: false
            )
            return SupportedPeripherals(peripherals: [view], page: filter.page ?? 1, pages: 3)
        }
        let outcome = try await Shell.serving("device-reader", hub: "h", [handler], on: broker) {
            await Shell(broker).run(["peripheral", "list", "--state", state])
        }
        #expect(outcome.code == 0)
        for page in 1...3 { #expect(outcome.out.joined().contains("10\(page)"), "\(outcome.out)") }
    }
}
