import Archive
import Foundation
import HealthConnect
import HealthInputs
import HealthRecords
import HealthTypes
import TestSupport
import Testing
import VitalRecords

/// The folder of the public reports, which are not shipped.
private enum PublicExports {
    static let folder: URL? = {
        guard let folder = SharedFixtures.folder?.deletingLastPathComponent().appending(path: "cases/health") else {
            return nil
        }
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()
}

/// Files from public reports that were read wrongly, or refused although readable, each with its correct value.
@Suite(.enabled(if: PublicExports.folder != nil, "the shared cases are not on this machine"))
struct PublicExportCaseTests {
    private func path(_ name: String) throws -> String { try #require(PublicExports.folder).appending(path: name).path }

    private func run(
        _ name: String,
        sets: Set<HealthSet> = Set(HealthSet.subscribable),
        user: Int? = nil
    ) throws -> (records: [HealthRecord], report: HealthImportReport) {
        let input = try HealthInput(path: path(name))
        var options = try Export.options(sets)
        options.platform = input.kind.platform
        options.pulseInterval = 0
        var records: [HealthRecord] = []
        let report = try HealthImport(options).run { collector in
            try input.readAll(into: &collector, salt: [1], clock: options.clock, userIndex: user)
        } emit: {
            records.append($0)
        }
        return (records, report)
    }

    private func values(_ records: [HealthRecord], _ metric: MetricName) -> [String] {
        records.compactMap { $0.measurements.first { $0.metric == metric } }.map {
            "\($0.value.withoutTrailingFractionZeros) \($0.unit)"
        }
    }

    private func days(_ records: [HealthRecord], _ metric: MetricName) -> [String: DecimalNumber] {
        Dictionary(
            Export.tally(records).days.compactMap { day, sums in sums[metric].map { (day.description, $0) } }
        ) { first, _ in first }
    }

    @Test("H02: days in both layouts of one account")
    func bothLayouts() throws {
        let (records, report) = try run("gh_mixed_json_and_csv.zip")
        #expect(days(records, .steps) == ["2026-03-25": 300, "2026-05-27": 840])
        #expect(values(records, .bodyWeight) == ["71.4 kg", "71.6 kg"])
        #expect(values(records, .pulse) == ["65 /min", "62 /min"])
        #expect(values(records, .restingHeartRate) == ["51 /min"])
        let night = try #require(records.first { $0.type == .sleep })
        #expect(night.value(.inBedDuration) == 28_800 && night.value(.deepSleep) == 4_800)
        #expect(report.leftOut.count(of: .repeated) == 1)
        #expect(report.leftOut.entries.contains { $0.file.hasSuffix("weight_readme.txt") && $0.reason == .unknownFile })
        let alone = try run("gh_weight_2026-05-01.csv").records
        #expect(values(alone, .bodyWeight) == ["71.4 kg", "71.6 kg"])
        #expect(days(try run("gh_steps_2026-05-01.csv").records, .steps) == ["2026-05-27": 840])
    }

    @Test("H03: Fit and Fitbit in one archive")
    func twoProducts() throws {
        let (records, report) = try run("takeout_fit_and_fitbit.zip")
        #expect(days(records, .steps) == ["2026-03-20": 3_500, "2026-03-21": 4_500, "2026-03-25": 4_200])
        #expect(report.leftOut.count(of: .unknownFile) == 0)
    }

    @Test("H04: all data of Google Fit")
    func allData() throws {
        let records = try run("raw_com.google.heart_rate.bpm_app.json").records
        #expect(values(records, .pulse) == ["60 /min", "61 /min", "62 /min"])
        #expect(records.first?.reading?.timestamp == Date(timeIntervalSince1970: 1_774_393_200))
    }

    @Test("H05: a table without a final line end", arguments: ["first_without", "all_newline"])
    func lastLine(name: String) throws {
        let (records, report) = try run("googlefit_days_\(name).zip")
        let expected = (1...10).map { ("2026-03-\($0 < 10 ? "0" : "")\($0)", DecimalNumber(Int64(4 * (100 + $0)))) }
        #expect(days(records, .steps) == Dictionary(uniqueKeysWithValues: expected))
        #expect(report.scan.damage.count == 0)
    }

    @Test("H10: a night without the time in bed is reported")
    func night() throws {
        let (records, report) = try run("hae_hume_sleep.json")
        #expect(records.isEmpty && report.skippedNights == 1)
        #expect(report.leftOut.entries.map(\.reason) == [.noTimeInBed])
    }

    @Test("H12: another program's answer is refused by name")
    func foreign() throws {
        let error = #expect(throws: HealthInputsError.self) { try run("oura_api.json") }
        #expect(error?.message.contains("Oura") == true)
    }

    @Test("H16: values in unknown units are reported")
    func units() throws {
        let (records, report) = try run("apple_units.xml")
        // A pressure in centimetres of water and an energy in kilowatt-hours.
        #expect(report.leftOut.count(of: .unknownUnit) == 3)
        #expect(values(records, .bloodGlucose) == ["6.1 mmol/L", "6.2 mmol/L"])
        #expect(values(records, .systolic) == ["16.5 kPa"])
        #expect(values(records, .pulse) == ["72 /min"])
        #expect(values(records, .bodyLeanMass) == ["55 kg"])
        #expect(Set(values(records, .bodyHeight)).count == 2)
    }

    @Test("H17: a percentage in place of a fraction is left out and reported")
    func percent() throws {
        let (records, report) = try run("apple_spo2_98_percent.xml")
        #expect(values(records, .spo2) == ["97 %"])
        #expect(values(records, .bodyFat).isEmpty)
        #expect(report.leftOut.count(of: .impossible) == 2 && report.outOfRange == 2)
    }

    /// Its bytes are not Deflate64, although its header claims so; the archive's own tests have valid ones.
    @Test("H21: a damaged archive that resembles one by Windows gets a plain error")
    func deflate64() throws {
        let error = #expect(throws: HealthInputsError.self) { try run("apple_deflate64.zip") }
        #expect(error?.code == .unreadable && error?.message.contains("damaged") == true)
    }

    @Test("H23: archives in an archive")
    func garmin() throws {
        let (records, report) = try run("garmin_account_export.zip", sets: [.fitness])
        #expect(records.count == 1)
        #expect(records.first?.details?.category == "walking" && records.first?.value(.avgHeartRate) == 75)
        let names = report.leftOut.entries.filter { $0.reason == .unknownFile }.map(\.file)
        #expect(
            names.count == 2 && names.allSatisfy { $0.hasSuffix("_sleepData.json") || $0.hasSuffix("BioMetrics.json") }
        )
    }

    @Test("H24, H25: Health Connect's own database")
    func healthConnect() throws {
        let (records, report) = try run("health_connect_export.db")
        let meals = records.filter { $0.type == .diabetes }.map { $0.reading?.context?.meal }
        #expect(meals == ["before_meal", "after_meal", nil, nil])
        let weight = try #require(records.first { $0.value(.bodyWeight) != nil })
        #expect(weight.measurements.first { $0.metric == .bodyWeight }?.origin == .manual)
        #expect(weight.measurements.first { $0.metric == .bodyFat }?.origin == .device)
        #expect(values(records, .spo2) == ["97 %"] && values(records, .bodyFat) == ["18.5 %"])
        // A heart rate of 0 is not a measurement.
        #expect(values(records, .pulse) == ["61 /min", "130 /min"])
        #expect(report.leftOut.count(of: .noMeasurement) == 1)
        #expect(records.compactMap { $0.value(.mindfulDuration) } == [900])
        #expect(records.first { $0.type == .fitness }?.details?.category == "running")
        #expect(report.scan.damage.count == 0)
    }

    @Test("H29: two people's cuff")
    func users() throws {
        let error = #expect(throws: HealthInputsError.self) { try run("fit_bp_two_users.fit") }
        #expect(error?.code == .severalPeople)
        #expect(values(try run("fit_bp_two_users.fit", user: 0).records, .systolic) == ["128 mm[Hg]"])
        #expect(values(try run("fit_bp_two_users.fit", user: 1).records, .systolic) == ["152 mm[Hg]"])
    }

    @Test("H30: a watch without a strap")
    func zeros() throws {
        let (records, report) = try run("fit_hr_zero.fit")
        #expect(values(records, .pulse) == ["61 /min"])
        #expect(report.leftOut.count(of: .noMeasurement) == 2)
        #expect(records.first { $0.type == .fitness }?.value(.avgHeartRate) == 140)
    }

    @Test("H31: a cuff's failed measurements")
    func status() throws {
        let (records, report) = try run("fit_bp_status.fit")
        #expect(values(records, .systolic) == ["128 mm[Hg]", "131 mm[Hg]"])
        #expect(values(records, .pulse) == ["66 /min", "70 /min"])
        #expect(report.leftOut.count(of: .noMeasurement) == 3)
    }

    @Test("H32: the pulse that belongs to a pressure")
    func pulse() throws {
        let records = try run("fit_bp_pulse.fit").records
        #expect(values(records, .systolic) == ["128 mm[Hg]"] && values(records, .diastolic) == ["81 mm[Hg]"])
        #expect(values(records, .pulse) == ["66 /min"])
    }

    @Test("H34: a wrong checksum over complete records is reported, and the records are read")
    func checksum() throws {
        let (records, report) = try run("fit_crc_zero.fit")
        #expect(values(records, .pulse) == ["61 /min", "62 /min"])
        #expect(report.scan.damage.entries.map(\.element) == ["file"])
    }

    @Test("H41: a bedtime goal is not a night")
    func goal() throws {
        let (records, report) = try run("samsung_sleep_goal.csv")
        #expect(records.map(\.type) == [.sleep])
        #expect(records.first?.value(.sleepDuration) == 27_000 && records.first?.value(.inBedDuration) == 28_800)
        #expect(report.leftOut.count(of: .noMeasurement) == 1)
    }
}
