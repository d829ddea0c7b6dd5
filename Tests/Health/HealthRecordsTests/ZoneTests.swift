import Archive
import FoundationEssentials
import HealthRecords
import HealthTypes
import Testing
import VitalRecords

@Suite("zones")
struct ZoneTests {
    private func hint(_ zone: String, _ start: String, _ end: String) -> String {
        Export.record(
            "HKCategoryTypeIdentifierSleepAnalysis",
            "HKCategoryValueSleepAnalysisAsleepCore",
            "",
            from: start,
            to: end,
            by: "Watch",
            metadata: ["HKTimeZone": zone]
        )
    }

    private func day(_ time: String, _ hints: String, home: String? = "America/New_York") throws -> String? {
        let body = Export.record("5", from: time, to: time) + hints
        return try Export.run(body, Export.options([.routine], zone: home)).records.first?.day.description
    }

    @Test("the zone of a trip counts while nights name it, otherwise the home zone")
    func trip() throws {
        let hints =
            hint("America/New_York", "2026-03-01 04:00:00", "2026-03-01 11:00:00")
            + hint("Asia/Tokyo", "2026-03-03 14:00:00", "2026-03-03 21:00:00")
            + hint("Asia/Tokyo", "2026-03-05 14:00:00", "2026-03-05 21:00:00")
            + hint("America/New_York", "2026-03-08 04:00:00", "2026-03-08 11:00:00")
        // 20:00 UTC is 15:00 in New York and 05:00 of the next day in Tokyo.
        #expect(try day("2026-02-20 20:00:00", hints) == "2026-02-20")
        #expect(try day("2026-03-04 20:00:00", hints) == "2026-03-05")
        #expect(try day("2026-03-09 20:00:00", hints) == "2026-03-09")
        #expect(try day("2026-03-04 20:00:00", "") == "2026-03-04")
    }

    @Test("a zone far from home does not count for long without further evidence")
    func silence() throws {
        let hints = hint("Asia/Tokyo", "2026-01-10 14:00:00", "2026-01-10 21:00:00")
        #expect(try day("2026-01-12 20:00:00", hints) == "2026-01-13")
        #expect(try day("2026-02-12 20:00:00", hints) == "2026-02-12")
    }

    @Test("without a home zone the most frequent one counts, and without any the export's offset")
    func unknownHome() throws {
        let hints = hint("Asia/Tokyo", "2026-01-10 14:00:00", "2026-01-10 21:00:00")
        #expect(try day("2026-03-12 20:00:00", hints, home: nil) == "2026-03-13")
        #expect(try day("2026-03-12 20:00:00", "", home: nil) == "2026-03-12")
        #expect(
            try day(
                "2026-03-12 20:00:00",
                hint("Nowhere/Atlantis", "2026-01-10 14:00:00", "2026-01-10 21:00:00"),
                home: nil
            ) == "2026-03-12"
        )
    }

    @Test("clock times in heartbeats show when a trip began")
    func beats() throws {
        func beat(_ time: String, _ clock: String) -> String {
            "<Record type=\"HKQuantityTypeIdentifierHeartRateVariabilitySDNN\" sourceName=\"Watch\" unit=\"ms\" "
                + "startDate=\"\(time) +0000\" endDate=\"\(time) +0000\" value=\"40\"><HeartRateVariabilityMetadataList>"
                + "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"\(clock)\"/></HeartRateVariabilityMetadataList></Record>"
        }
        let nights =
            hint("America/New_York", "2026-03-01 04:00:00", "2026-03-01 11:00:00")
            + hint("Asia/Tokyo", "2026-03-04 14:00:00", "2026-03-04 21:00:00")
        // Halfway between the two nights is the 3rd at 04:00 UTC.
        #expect(try day("2026-03-02 20:00:00", nights) == "2026-03-02")
        #expect(try day("2026-03-02 20:00:00", nights + beat("2026-03-02 06:00:00", "3:00:00.5 pm")) == "2026-03-03")
        #expect(try day("2026-03-03 20:00:00", nights + beat("2026-03-04 06:00:00", "01:00:00,5")) == "2026-03-03")
    }

    @Test("if the input names no zone, the one from the person's other imports counts, then the machine's")
    func fallbacks() throws {
        let body = Export.record("7", from: "2026-03-01 23:30:00", to: "2026-03-01 23:40:00")
        func day(_ head: String, known: String? = nil, machine: String? = nil) throws -> (String?, String?) {
            var options = try Export.options(zone: nil)
            (options.knownZone, options.machineZone) = (known, machine)
            let bytes = BytesInMemory(Array("<HealthData>\(head)\(body)</HealthData>".utf8))
            let (records, report) = try Export.run(bytes, options)
            return (records.first?.day.description, report.zone.identifier)
        }
        #expect(try day("") == ("2026-03-01", nil))
        #expect(try day("", machine: "Pacific/Kiritimati") == ("2026-03-02", nil))
        #expect(try day("", known: "Pacific/Pago_Pago", machine: "Pacific/Kiritimati") == ("2026-03-01", nil))
        let export = "<ExportDate value=\"2026-03-20 21:00:00 +0530\"/>"
        let said = try day(export, machine: "America/New_York")
        #expect(said.0 == "2026-03-02")
        // A clock with a fixed offset is named by an identifier that the system knows.
        let zone = try #require(said.1.flatMap { TimeZone(identifier: $0) })
        #expect(zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0)) == 19_800)
        #expect(try day(export, known: "America/New_York").0 == "2026-03-01")
        let night = hint("Asia/Tokyo", "2026-03-01 15:00:00", "2026-03-01 22:00:00")
        #expect(try day(night, known: "America/New_York").1 == "Asia/Tokyo")
    }

    @Test func daysAreRead() {
        #expect(LocalDay("2026-03-01")?.description == "2026-03-01")
        #expect(LocalDay("2026-02-30") == nil)
        #expect(LocalDay("2026-3-1") == nil)
        #expect(LocalDay("1970-01-02")?.number == 1)
    }
}
