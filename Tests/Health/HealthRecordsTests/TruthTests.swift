import Archive
import Foundation
import HealthInputs
import HealthRecords
import TestSupport
import Testing
import VitalRecords

/// Generated exports with their true values, which are not shipped.
@Suite(.enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"))
struct TruthTests {
    private struct Truth: Decodable {
        struct Arguments: Decodable { let home: String }
        let args: Arguments
        let steps_daily_hk_union_local_day: [String: Double]
        let record_counts_by_type: [String: Int]
        let blood_pressure_epoch_sys_dia: [[Int]]
        let sleep_seconds_by_wake_day_source_stage: [String: [String: [String: Int]]]
    }

    @Test(arguments: [
        ("us_export_offset.xml", "us_export_offset"), ("export.zip", "export_zip"), ("bad_dtd-v12.xml", "bad_dtd-v12"),
        ("bad_dup-attr.xml", "bad_dup-attr"), ("bad_no-dtd.xml", "bad_no-dtd"), ("bad_truncate.xml", "bad_truncate"),
        ("bad_vt.xml", "bad_vt"),
    ])
    func daysAgree(file: String, name: String) throws {
        let folder = try #require(SharedFixtures.folder).appending(path: "apple/synthetic")
        let data = try Data(contentsOf: folder.appending(path: name + ".truth.json"))
        let truth = try JSONDecoder().decode(Truth.self, from: data)
        let bytes = try ReadableFile(path: folder.appending(path: file).path)
        let (records, report) = try Export.run(bytes, Export.options(zone: truth.args.home))
        let days = Export.tally(records).days
        #expect(days.filter { $0.value[.steps] != nil }.count == truth.steps_daily_hk_union_local_day.count)
        for (day, steps) in truth.steps_daily_hk_union_local_day {
            let found = LocalDay(day).flatMap { days[$0]?[.steps] }.flatMap { Double($0.description) }
            #expect(abs((found ?? 0) - steps) < 0.000_01, "\(day)")
        }
        for (type, count) in truth.record_counts_by_type { #expect(report.scan.elements[type] == count) }
        #expect(records.filter { $0.value(.systolic) != nil }.count == truth.blood_pressure_epoch_sys_dia.count)
        for (day, sources) in truth.sleep_seconds_by_wake_day_source_stage {
            let watch = sources.first { $0.key.contains("Watch") }?.value["AsleepDeep"]
            let found = LocalDay(day).flatMap { days[$0]?[.deepSleep] }
            #expect(found == watch.map { DecimalNumber(Int64($0)) })
        }
    }
}
