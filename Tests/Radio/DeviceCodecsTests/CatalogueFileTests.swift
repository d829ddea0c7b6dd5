import DeviceCodecs
import Testing

@Suite struct CatalogueFileTests {
    private func applied(_ text: String) throws -> PeripheralCatalogue {
        try PeripheralCatalogue.standard.applying(CatalogueFile.parse(Array(text.utf8)))
    }

    private func refusal(_ text: String) -> String? {
        do {
            _ = try applied(text)
            return nil
        } catch {
            return (error as? CodecError)?.message
        }
    }

    @Test func aGenericEntryRenamedForTheHousesOwnCuffWins() throws {
        let catalogue = try applied(
            """
            {"add": [{"basedOn": 3000, "id": 50001, "name": "Cuff of ward 3", "manufacturer": "Acme", "model": "C3",
                      "advert": {"namePrefixes": ["BM85"]}, "requiresPairing": false, "rearmSeconds": 30}],
             "override": [{"id": 3000, "imageURL": "https://example.org/cuff.png"}]}
            """
        )
        let own = try #require(catalogue.peripheral(id: 50_001))
        #expect(own.name == "Cuff of ward 3" && own.manufacturer == "Acme" && own.model == "C3")
        #expect(!own.requiresPairing && own.rearmSeconds == 30)
        #expect(own.readingInstructions == PeripheralCatalogue.standard.peripheral(id: 3000)?.readingInstructions)
        #expect(own.advert.services == [.bloodPressureService])
        #expect(catalogue.peripheral(id: 3000)?.imageURL == "https://example.org/cuff.png")
        // The site's own row comes before a built-in one that matches equally well.
        let matches = catalogue.matches(AdvertFacts(services: [.bloodPressureService], name: "BM85 0042"))
        #expect(matches.map(\.id) == [50_001, 10_050, 3000])
    }

    @Test func anUnknownTypeIsRefusedAndTheDisplaysWordTaken() throws {
        let words = refusal(#"{"override": [{"id": 3000, "type": "cuff"}]}"#)
        #expect(words?.contains("bloodPressureMonitor") == true)
        let changed = try applied(#"{"override": [{"id": 2, "type": "bloodPressure"}]}"#)
        #expect(changed.peripheral(id: 2)?.type == .bloodPressureMonitor)
    }

    @Test func anEmptyFileChangesNothing() throws {
        #expect(try applied("{}").peripherals == PeripheralCatalogue.standard.peripherals)
    }

    @Test(arguments: [
        (#"{"override": [{"id": 3000, "requirespairing": true}]}"#, "requirespairing"),
        (#"{"overrides": []}"#, "overrides"),
        (#"{"override": [{"id": 3000}, {"name": "x"}]}"#, "[1]"),
        (#"{"override": [{"id": 3000, "verified": true}]}"#, "verified"),
        (#"{"override": [{"id": "3000"}]}"#, "id"),
        (#"{"override": [{"id": 4711}]}"#, "4711"),
        (#"{"add": [{"basedOn": 3000, "id": 3001, "advert": {"namePrefixes": ["x"]}}]}"#, "3001"),
        (#"{"add": [{"basedOn": 3001, "id": 50001, "advert": {"namePrefixes": ["x"]}}]}"#, "3001"),
        (#"{"add": [{"basedOn": 3000, "id": 50001, "advert": {}}]}"#, "50001"),
        (#"{"add": [{"basedOn": 3000, "id": 50001, "advert": {"name": "x"}}]}"#, "'name'"),
        ("{\n\"override\": [\n{\"id\": }]}", "not JSON"),
    ])
    func oneBadLineNamesItself(text: String, word: String) {
        let message = refusal(text)
        #expect(message?.contains(word) == true, "\(message ?? "accepted")")
    }

    @Test func aFileThatIsTooLargeIsRefused() {
        let spaces = [UInt8](repeating: 0x20, count: CatalogueFile.limit + 1)
        #expect(throws: CodecError.self) { try CatalogueFile.parse(spaces) }
    }
}
