import FoundationEssentials
import HealthInputs
import HealthRecords
import HealthTypes
import Testing
import VitalRecords

@Suite("reproductive health") struct ReproductiveTests {
    private static let all: [(type: String, value: String, metric: MetricName, number: DecimalNumber)] = [
        ("SexualActivity", "HKCategoryValueNotApplicable", .sexualActivity, 1),
        ("IntermenstrualBleeding", "HKCategoryValueNotApplicable", .intermenstrualBleeding, 1),
        ("MenstrualFlow", "HKCategoryValueMenstrualFlowMedium", .menstrualFlow, 3),
        ("MenstrualFlow", "HKCategoryValueVaginalBleedingNone", .menstrualFlow, 5),
        ("CervicalMucusQuality", "HKCategoryValueCervicalMucusQualityEggWhite", .cervicalMucusQuality, 5),
        ("OvulationTestResult", "HKCategoryValueOvulationTestResultNegative", .ovulationTestResult, 1),
        ("OvulationTestResult", "HKCategoryValueOvulationTestResultPositive", .ovulationTestResult, 2),
        ("OvulationTestResult", "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge", .ovulationTestResult, 2),
        ("OvulationTestResult", "HKCategoryValueOvulationTestResultEstrogenSurge", .ovulationTestResult, 4),
    ]

    @Test("each sample of the six types is a record")
    func samples() throws {
        for (type, value, metric, number) in Self.all {
            let body = Export.record(
                "HKCategoryTypeIdentifier" + type,
                value,
                "",
                from: "2026-03-02 08:00:00",
                by: "Clue"
            )
            let (records, report) = try Export.run(body, try Export.options([.reproductiveHealth]))
            let record = try #require(records.first, "\(value)")
            #expect(records.count == 1 && report.scan.damage.entries.isEmpty)
            #expect(record.type == .biometrics)
            #expect(record.measurements == [Measurement(metric: metric, value: number, unit: "1")], "\(value)")
        }
        let basal = Export.record(
            "HKQuantityTypeIdentifierBasalBodyTemperature",
            "97.7",
            "degF",
            from: "2026-03-02 06:00:00"
        )
        let (records, _) = try Export.run(basal, try Export.options([.reproductiveHealth]))
        #expect(
            records.map(\.measurements) == [
                [
                    Measurement(
                        metric: .basalBodyTemperature,
                        value: DecimalNumber(mantissa: 977, exponent: -1),
                        unit: "[degF]"
                    )
                ]
            ]
        )
        #expect(
            try Export.run(basal, try Export.options([.biometrics])).records.isEmpty,
            "only who asks for it gets it"
        )
    }

    @Test("a session reports which types its destination does not accept")
    func warnings() {
        let cycle = HealthMappingTable.identifiers(of: .reproductiveHealth)
        #expect(cycle.count == 6)
        #expect(HealthPlaces.withoutPlace(cycle, api: "inform") == cycle)
        #expect(HealthPlaces.withoutPlace(cycle, api: "legacy").isEmpty)
        #expect(HealthPlaces.warnings(cycle, intraday: false, api: "legacy").isEmpty)
        #expect(HealthPlaces.warnings(cycle, intraday: false, api: "inform").count == 1)
        #expect(HealthPlaces.warnings([], intraday: true, api: "legacy").count == 1)
        for set in HealthSet.subscribable where set != .reproductiveHealth {
            let types = HealthMappingTable.identifiers(of: set)
            #expect(HealthPlaces.warnings(types, intraday: false, api: "inform").isEmpty)
            #expect(HealthPlaces.withoutPlace(types, api: "legacy").isEmpty)
        }
    }
}
