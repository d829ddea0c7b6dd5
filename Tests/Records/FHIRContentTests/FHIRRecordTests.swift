import FHIRContent
import FoundationEssentials
import Testing
import VitalRecords

@Suite struct FHIRRecordTests {
    private func observations(_ record: FHIRRecord) -> [FHIRResource] {
        record.resources.filter { $0.type == "Observation" && $0.content["category"] != nil }
    }

    private func codes(_ content: FHIRValue, system: String) -> [FHIRValue] {
        (content["code"]?["coding"]?.elements ?? []).filter { $0["system"] == .text(system) }.compactMap { $0["code"] }
    }

    @Test func digitsStayAndGlucoseIsNotConverted() throws {
        let glucose = try #require(observations(Make.record(SampleRecords.molar)).first).content
        #expect(glucose["valueQuantity"]?["code"] == "mmol/L")
        #expect(glucose.json.contains("\"value\": 7.0,"))
        #expect(codes(glucose, system: "http://loinc.org") == ["14749-6"])
        #expect(codes(glucose, system: "urn:iso:std:iso:11073:10101") == ["160368"])
        let temperature = try #require(observations(Make.record(SampleRecords.thermometer)).first).content
        #expect(temperature.json.contains("\"value\": 98.60,"))
    }

    @Test func thePulseHasTheCodeOfItsMeter() throws {
        for (record, code) in [(SampleRecords.cuff, "149546"), (SampleRecords.oximeter, "149530")] {
            let pulse = try #require(
                observations(Make.record(record)).first { codes($0.content, system: "http://loinc.org") == ["8867-4"] }
            )
            #expect(codes(pulse.content, system: "urn:iso:std:iso:11073:10101") == [.text(code)])
        }
        let saturation = try #require(observations(Make.record(SampleRecords.oximeter)).first).content
        #expect(codes(saturation, system: "http://loinc.org") == ["59408-5", "2708-6"])
    }

    @Test(arguments: ["sample_control_solution", "location_control_solution", "demo", "test"])
    func whatIsNobodysIsInNoChart(flag: String) {
        var record = SampleRecords.glucose
        record.context?.statusFlags = [flag]
        let made = Make.record(record)
        #expect(made.resources.isEmpty)
        #expect(made.leftOut.map(\.reason) == [.nobodys, .nobodys])
    }

    @Test func whatHasNoCodeIsSaid() {
        #expect(Make.record(SampleRecords.scale).leftOut.map(\.metric) == [.bodyImpedance])
        #expect(Make.record(SampleRecords.scale).leftOut.map(\.reason) == [.noCode])
        let source = RecordSource(kind: .manual)
        let strange = SampleRecords.record(20, source: source, [("aura", "7", "1"), ("systolic", "12", "bar")])
        #expect(Make.record(strange).leftOut.map(\.reason) == [.unknownMetric, .unknownUnit])
        #expect(Make.record(strange).resources.isEmpty)
        let empty = SampleRecords.record(21, source: source, [])
        #expect(Make.record(empty).leftOut.map(\.reason) == [.noValues])
        #expect(Make.record(empty, change: .delete).leftOut.map(\.reason) == [.deleted])
        let twice = SampleRecords.record(23, source: source, [(.pulse, "60", "/min"), (.pulse, "61", "/min")])
        #expect(Make.record(twice).leftOut.map(\.reason) == [.repeated])
        let cycle = SampleRecords.record(22, source: source, [(.menstrualFlow, "2", "1")])
        #expect(Make.record(cycle).leftOut.map(\.reason) == [.noCode])
    }

    @Test func idsAreTheReadingsAndThePatients() throws {
        let first = Make.record(SampleRecords.cuff)
        var later = SampleRecords.cuff
        later.revision = 3
        later.measurements[0] = Measurement(metric: .systolic, value: 131, unit: "mm[Hg]")
        #expect(observations(first).map(\.id) == observations(Make.record(later)).map(\.id))
        #expect(observations(first).map(\.id) != first.resources.map(\.id))
        let other = Make.record(SampleRecords.cuff, patient: .reference("Patient/124"))
        #expect(Set(observations(first).map(\.id)).isDisjoint(with: observations(other).map(\.id)))
        #expect(Set(first.resources.map(\.id)).count == first.resources.count)
    }

    @Test func aDeletedRecordHasNoValues() {
        let made = Make.record(SampleRecords.cuff, change: .delete)
        #expect(observations(made).map(\.id) == observations(Make.record(SampleRecords.cuff)).map(\.id))
        for observation in observations(made) {
            #expect(observation.content["status"] == "entered-in-error")
            #expect(!observation.content.json.contains("valueQuantity"))
        }
    }

    @Test func aValueThatACorrectionTookAwayWasEnteredInError() throws {
        var corrected = SampleRecords.cuff
        corrected.measurements.removeAll { $0.metric == .pulse }
        let made = observations(Make.record(corrected, earlier: [SampleRecords.cuff]))
        #expect(made.map { $0.content["status"] } == ["final", "entered-in-error"])
    }

    @Test func theMetersClockStandsBesideTheHubs() throws {
        let clock = try #require(
            Make.record(SampleRecords.glucose).resources.first { $0.type == "Observation" }
        ).content
        #expect(clock["effectiveDateTime"] == "2026-08-11T22:56:12.345+02:00")
        #expect(clock["valueDateTime"] == "2026-08-11T23:56:12.345+02:00")
        #expect(!Make.record(SampleRecords.molar).resources.contains { $0.content["valueDateTime"] != nil })
    }

    @Test func unitsOfProfilesAreTheirsAndTheMeasuredOneIsTold() throws {
        let panel = try #require(observations(Make.record(SampleRecords.kilopascal)).first).content
        #expect(panel.json.contains("\"value\": 120.0,"))
        #expect(panel.json.contains("systolic: Measured as 16.0 kPa"))
    }
}

@Suite struct FHIRPatientTests {
    @Test(arguments: ["Patient/123", "https://fhir.example.org/r4/Patient/a-b.7"]) func references(text: String) throws
    {
        #expect(try FHIRPatient(reference: text) == .reference(text))
    }

    @Test(arguments: ["", "123", "Patient/", "patient/1", "Group/1", "Patient/a b", "Patient/1/2", "https:/Patient/1"])
    func referencesThatAreNone(text: String) {
        #expect(throws: VitalRecordsError.self) { try FHIRPatient(reference: text) }
    }

    @Test(arguments: ["", "4711", "|4711", "urn:oid:1|", "mrn|4711", "urn:oid:1| ", "urn:a b|1"])
    func identifiersThatAreNone(text: String) {
        #expect(throws: VitalRecordsError.self) { try FHIRPatient(identifier: text) }
    }

    /// The documents' list has every metric, and states for each whether it has a code.
    @Test func coverageIsTheTables() {
        #expect(Set(FHIRCoverage.rows.map(\.metric)) == Set(MetricTable.metrics.map(\.name)))
        let refused = FHIRCoverage.rows.filter(\.codes.isEmpty)
        #expect(refused.contains { $0.metric == .bodyImpedance } && refused.allSatisfy { $0.category == nil })
        #expect(FHIRCoverage.rows.contains { $0.metric == .bloodGlucose && $0.codes.loinc == ["15074-8"] })
    }
}
