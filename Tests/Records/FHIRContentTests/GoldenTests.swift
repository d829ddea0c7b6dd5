import FHIRContent
import Foundation
import Testing
import VitalRecords

/// Resources are identical to those that validators have checked (`tools/fhir-check`).
@Suite struct GoldenTests {
    /// Rewrites the files if `VITALBUS_WRITE_GOLDEN=1`; then review and validate them.
    private static let writes = ProcessInfo.processInfo.environment["VITALBUS_WRITE_GOLDEN"] == "1"

    private func compare(_ name: String, with bundle: FHIRValue) throws {
        let text = bundle.json + "\n"
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).json")
        if Self.writes { try Data(text.utf8).write(to: sources) }
        let golden = try String(contentsOf: sources, encoding: .utf8)
        #expect(golden == text, "\(name).json is another: compare, then write it anew")
        // A JSON parser must accept it; the text itself keeps FHIR's order and digits.
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test(arguments: SampleRecords.all.map(\.name)) func transactionsAreThoseOfTheFiles(name: String) throws {
        let record = try #require(SampleRecords.all.first { $0.name == name }?.record)
        try compare(name, with: FHIRBundle.transaction([Make.record(record)]))
    }

    @Test func changesAreThoseOfTheFiles() throws {
        let deleted = Make.record(SampleRecords.cuff, change: .delete)
        try compare("deleted", with: FHIRBundle.transaction([deleted]))
        var corrected = SampleRecords.cuff
        corrected.revision = 2
        corrected.measurements.removeAll { $0.metric == .pulse }
        let changed = Make.record(corrected, earlier: [SampleRecords.cuff])
        try compare("corrected", with: FHIRBundle.transaction([changed]))
    }

    @Test func collectionsAreThoseOfTheFiles() throws {
        let patient = try FHIRPatient(identifier: "http://hospital.example.org/mrn|12 345")
        let records = SampleRecords.all.prefix(4).map { Make.record($0.record, patient: patient, form: .collection) }
        try compare("collection", with: FHIRBundle.collection(records, at: SampleRecords.time))
        let all = SampleRecords.everything.map { Make.record($0, form: .collection) }
        try compare("every-metric", with: FHIRBundle.collection(all, at: SampleRecords.time))
    }

    /// An uploader's deliveries: the server already has the devices.
    @Test func deliveriesAreThoseOfTheFiles() throws {
        let gateway = FHIRGateway(site: "ward", version: "0.9.0")
        func delivery(_ change: FHIRRecord.Change, of record: VitalRecord) -> FHIRDelivery {
            FHIRDelivery(record, patient: .reference("Patient/123"), gateway: gateway, change: change)
        }
        let first = delivery(.write, of: SampleRecords.cuff)
        let own = Dictionary(uniqueKeysWithValues: first.devices.map { ($0.id, $0.id) })
        let made = Dictionary(uniqueKeysWithValues: first.devices.enumerated().map { ($1.id, "made-\($0)") })
        for (name, isChange, naming) in [
            ("delivered", false, FHIRDelivery.Naming.own), ("delivered-if-none-exist", false, .servers),
            ("delivered-change-by-identifier", true, .servers),
        ] {
            let devices = naming == .own ? own : made
            let bundle = first.transaction(naming: naming, isChange: isChange, devices: devices)
            try compare(name, with: try #require(bundle))
        }
        var corrected = SampleRecords.cuff
        corrected.revision = 2
        corrected.measurements.removeAll { $0.metric == .pulse }
        let pulse = try #require(
            first.observations.first { $0.content["code"]?["text"] == "pulse" && $0.content["category"] != nil }
        )
        let second = delivery(.write, of: corrected)
        #expect(second.others.contains(pulse.id) && !first.others.contains(pulse.id))
        let withdrawn = [try #require(FHIRWithdrawal(pulse.content))]
        let bundle = second.transaction(naming: .own, isChange: true, withdrawn: withdrawn, devices: own)
        try compare("delivered-correction", with: try #require(bundle))
    }

    @Test func anIdentifierIsResolvedByTheServer() throws {
        let patient = try FHIRPatient(identifier: "http://hospital.example.org/mrn|12 345")
        let bundle = FHIRBundle.transaction([Make.record(SampleRecords.oximeter, patient: patient)])
        try compare("patient-by-identifier", with: bundle)
    }
}

/// Makes resources with the arguments that all tests share.
enum Make {
    static func record(
        _ record: VitalRecord,
        patient: FHIRPatient? = nil,
        meter: FHIRMeter = FHIRMeter(firmware: "1.4"),
        change: FHIRRecord.Change = .write,
        earlier: [VitalRecord] = [],
        form: FHIRForm = .transaction
    ) -> FHIRRecord {
        FHIRRecord(
            record,
            patient: patient ?? .reference("Patient/123"),
            gateway: FHIRGateway(site: "ward", version: "0.9.0"),
            meter: meter,
            change: change,
            earlier: earlier,
            form: form
        )
    }
}
