import BusContract
import DeviceCodecs
import Foundation
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

@Suite struct MeasureChoicesTests {
    private func sighting(_ number: Int, _ ids: [Int], rssi: Int, isPaired: Bool = false) -> PeripheralSighted {
        PeripheralSighted(
            hub: "room-1",
            device: Samples.device(number),
            peripheralIDs: ids,
            name: "Cuff \(number)",
            rssi: rssi,
            advertisement: Advertisement(),
            episode: now,
            paired: isPaired
        )
    }

    private func assigned(_ number: Int, _ seat: String, until: Date? = nil) -> AssignmentView {
        AssignmentView(
            device: Samples.device(number),
            userIndex: nil,
            seat: seat,
            from: now - 86_400,
            until: until
        )
    }

    private func choices(
        _ sightings: [PeripheralSighted],
        _ assignments: [AssignmentView] = [],
        unknown: [UnknownDevice] = []
    ) -> MeasureChoices {
        let lacks = [WireFault(code: "driverMissing", message: "x", retriable: false)]
        return MeasureChoices(
            seat: "bed-a",
            peripherals: [
                Samples.view(1000, type: "thermometer", name: "Thermometer"), Samples.view(3000, name: "Any cuff"),
                Samples.view(10_050, name: "BM85"), Samples.view(32, name: "Closed", missing: lacks),
                Samples.view(33, name: "Off", disabled: true), Samples.view(2, type: "unnamed", name: "Number 2"),
            ],
            sightings: sightings,
            unknown: unknown,
            assignments: assignments,
            now: now
        )
    }

    @Test func onlyWhatCanBeReadIsOffered() {
        #expect(choices([]).models.map(\.peripheralID) == [3000, 10_050, 1000])
        #expect(choices([sighting(1, [32], rssi: -40), sighting(2, [33], rssi: -40)]).devices.isEmpty)
        #expect(choices([sighting(1, [32, 3000], rssi: -40)]).devices.map(\.peripheral.peripheralID) == [3000])
    }

    /// What is in sight and cannot be read is named with what it lacks, also where the catalogue does not have it.
    @Test func whatCannotBeReadIsNamed() {
        let seen = [sighting(1, [32], rssi: -40), sighting(2, [32, 3000], rssi: -40), sighting(3, [33], rssi: -40)]
        let unknown = [UnknownDevice(device: Samples.device(9), name: "Meter 7", rssi: -50)]
        #expect(
            choices(seen, unknown: unknown).unread == [
                MeasureChoices.Unread(name: "Closed", missing: "x"),
                MeasureChoices.Unread(name: "Meter 7", missing: nil),
            ]
        )
    }

    @Test func theSeatsOwnThenPairedThenNearDevicesStandFirst() {
        let found = choices(
            [
                sighting(1, [3000], rssi: -40), sighting(2, [10_050, 3000], rssi: -80, isPaired: true),
                sighting(3, [3000], rssi: -90), sighting(4, [3000], rssi: -30), sighting(5, [3000], rssi: -60),
            ],
            [assigned(3, "bed-a"), assigned(4, "bed-b"), assigned(5, "bed-b", until: now - 1)]
        )
        #expect(found.devices.map(\.device) == [3, 2, 1, 5, 4].map(Samples.device))
        #expect(found.devices.map(\.owner) == [.seat, .nobody, .nobody, .nobody, .another("bed-b")])
        #expect(found.models.map(\.peripheralID) == [3000, 10_050, 1000])
    }

    @Test func aDeviceOfSeveralIsTold() {
        let found = choices([sighting(1, [3000], rssi: -40)], [assigned(1, "bed-a"), assigned(1, "bed-b")])
        #expect(found.devices.map(\.owner) == [.several])
    }
}

@Suite struct HeldPresetTests {
    @Test func onlyAReadingOfTheWordStandsAtItsSeat() throws {
        func entry(_ reading: Reading, assigned: String? = nil) -> HeldPage.Entry {
            HeldPage.Entry(reading: reading, reason: .awaitsConfirmation, assignedSeat: assigned)
        }
        #expect(HeldView.preset(entry(try Samples.reading(seat: "bed-a"))) == "bed-a")
        #expect(HeldView.preset(entry(try Samples.reading(seat: "bed-a", at: -60))) == nil)
        #expect(HeldView.preset(entry(try Samples.reading(seat: "bed-a"), assigned: "bed-b")) == nil)
    }
}

/// Holds the words of measuring against the contract and the catalogue.
@Suite struct MeasureTextTests {
    private func english() throws -> [String: String] {
        let path = ProjectFolder.url.path + "/Sources/Actors/Page/Web/texts/en.json"
        return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
    }

    @Test func everyWordThatCanBeShownHasAText() throws {
        let english = try english()
        let words =
            ReaderFailure.known.flatMap { ["measure.failed.\($0.rawValue)", "measure.help.\($0.rawValue)"] }
            + ["away", "other"].flatMap { ["measure.failed.\($0)", "measure.help.\($0)"] }
            + ReadingDisposition.known.map { "measure.fate.\($0.rawValue)" }
            + DecidedReading.Outcome.known.map { "measure.decided.\($0.rawValue)" }
            + PasskeyKind.known.map { "measure.pairing.\($0.rawValue)" } + ["measure.pairing.now"]
            + ReadingProgress.Phase.known.map { "measure.phase.\($0.rawValue)" }
            + PeripheralView.Evidence.known.map { "measure.evidence.\($0.rawValue)" }
            + PeripheralType.known.filter { $0 != .unnamed }.map { "measure.device.\($0.rawValue)" }
        #expect(words.filter { english[$0] == nil }.isEmpty, "\(words.filter { english[$0] == nil })")
    }

    @Test func everyTextThatTheCodeNamesIsThere() throws {
        let english = try english()
        let code = "\(ProjectFolder.url.path)/Sources/Actors/Page"
        var named: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: code) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(code)/\(path)", encoding: .utf8)
            named.formUnion(text.matches(of: /"(measure\.[a-zA-Z]+)"/).map { String($0.output.1) })
        }
        // Kinds, whose words are named by the contract.
        named.subtract(["pairing", "phase", "failed", "help", "fate", "device", "evidence"].map { "measure.\($0)" })
        #expect(named.count > 10)
        #expect(named.subtracting(english.keys).isEmpty, "\(named.subtracting(english.keys).sorted())")
    }

    @Test(arguments: [1000, 2000, 3000, 4000, 5000])
    func theInstructionsOfEachProfileAreTranslated(id: Int) throws {
        let (english, row) = (try english(), try #require(PeripheralCatalogue.standard.peripheral(id: id)))
        let texts = [
            "start": row.startInstructions, "reading": row.readingInstructions, "pair": row.pairingInstructions,
        ]
        for (kind, text) in texts {
            let known = try #require(english["measure.\(kind).\(row.type.rawValue)"])
            #expect(text.hasSuffix(known), "\(kind): \(text)")
        }
    }
}
