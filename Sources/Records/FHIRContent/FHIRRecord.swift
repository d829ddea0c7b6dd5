internal import FoundationEssentials
package import VitalRecords

/// A record as FHIR R4 resources: its observations, their devices, and their provenance.
///
/// Nothing is guessed: values without a code are left out, with a reason. Values keep the device's digits. If a profile
/// takes other units, the value is converted, and a note gives the original. Glucose is never converted.
package struct FHIRRecord: Hashable, Sendable {
    /// The change of the record at the server.
    package enum Change: Hashable, Sendable {
        /// Writes its present values.
        case write
        /// Marks it as entered in error: its observations stay, without values.
        case delete
    }

    /// The resources, each after those it refers to; empty if everything is left out.
    package let resources: [FHIRResource]
    /// What was left out.
    package let leftOut: [FHIRLeftOut]

    /// Creates the resources of a record.
    ///
    /// - Parameters:
    ///   - record: The record in its newest revision.
    ///   - patient: The patient whose chart it goes to.
    ///   - gateway: The site that read it.
    ///   - meter: The facts that its meter reported about itself.
    ///   - change: Whether it is written or deleted.
    ///   - earlier: Earlier revisions that may be at the server; observations that the record no longer has are marked
    ///     as entered in error.
    ///   - form: The purpose of the bundle.
    package init(
        _ record: VitalRecord,
        patient: FHIRPatient,
        gateway: FHIRGateway,
        meter: FHIRMeter = FHIRMeter(),
        change: Change = .write,
        earlier: [VitalRecord] = [],
        form: FHIRForm
    ) {
        let drafts = FHIRDrafts(record)
        let origin = FHIROrigin(record, patient: patient, gateway: gateway, meter: meter, form: form)
        var observations = drafts.all.map { origin.observation($0, isDeleted: change == .delete) }
        var names = Set(drafts.all.map(\.name))
        for draft in earlier.flatMap({ FHIRDrafts($0).all }) where names.insert(draft.name).inserted {
            observations.append(origin.observation(draft, isDeleted: true))
        }
        var leftOut = drafts.leftOut
        if observations.isEmpty, leftOut.isEmpty {
            leftOut.append(FHIRLeftOut(metric: nil, reason: change == .delete ? .deleted : .noValues))
        }
        self.leftOut = leftOut
        resources = observations.isEmpty ? [] : origin.resources(with: observations, change: change)
    }
}

/// The origin of a record's observations, and their patient.
struct FHIROrigin {
    let record: VitalRecord
    let patient: FHIRPatient
    let gateway: FHIRGateway
    let device: FHIRDevices?
    let form: FHIRForm
    /// The observation of the meter's clock; nil if it was not compared.
    let clock: FHIRResource?

    init(_ record: VitalRecord, patient: FHIRPatient, gateway: FHIRGateway, meter: FHIRMeter, form: FHIRForm) {
        self.record = record
        self.patient = patient
        self.gateway = gateway
        self.form = form
        let device = FHIRDevices(record, patient: patient, meter: meter)
        self.device = device
        clock = device.flatMap { Self.clock(record, device: $0, gateway: gateway) }
    }

    /// Whether the guide's profiles apply: they need a meter with maker and model, its code, and a patient by
    /// reference.
    func isPersonalHealth(_ draft: FHIRDraft) -> Bool {
        if case .identifier = patient, form == .collection { return false }
        return device?.isPersonalHealthDevice == true && draft.codes.mdc != nil
    }

    func id(_ name: String) -> String {
        FHIRID.make("observation", of: [patient.key, record.readingKey.rawValue, name])
    }

    /// The guide's coincident time stamp: the time on the meter's clock when the hub received the reading.
    private static func clock(_ record: VitalRecord, device: FHIRDevices, gateway: FHIRGateway) -> FHIRResource? {
        guard device.isPersonalHealthDevice, let ahead = record.clockOffsetSeconds else { return nil }
        let shown = record.receivedAt.addingTimeInterval(Double(ahead))
        return FHIRResource(
            "Observation",
            id: FHIRID.make("clock", of: [device.resource.id, record.readingKey.rawValue]),
            members: [
                "meta": FHIRValue(["profile": [.text(FHIRNames.phd + "PhdCoincidentTimeStampObservation")]]),
                "status": "final",
                "code": .concept([.mdc(67_975, term: "MDC_ATTR_TIME_ABS")], text: "The meter's clock"),
                "subject": .reference(device.resource.id),
                "effectiveDateTime": FHIRTime.text(record.receivedAt, utcOffset: record.utcOffset),
                "valueDateTime": FHIRTime.text(shown, utcOffset: record.utcOffset),
                "device": .reference(gateway.id),
            ]
        )
    }

    func resources(with observations: [FHIRResource], change: FHIRRecord.Change) -> [FHIRResource] {
        let before = [gateway.resource, device?.resource, clock].compactMap { $0 }
        return before + observations + [provenance(of: observations, change: change)]
    }

    /// The provenance of observations, which also proves that they were written; its id is made from revision and
    /// content.
    func provenance(of observations: [FHIRResource], change: FHIRRecord.Change) -> FHIRResource {
        let operation = change == .delete ? "DELETE" : record.revision > 1 ? "UPDATE" : "CREATE"
        let hub = Self.agent("assembler", id: gateway.id)
        let app = record.source.kind == .healthImport ? device.map { Self.agent("author", id: $0.resource.id) } : nil
        return FHIRResource(
            "Provenance",
            id: FHIRID.make(
                "provenance",
                of: [
                    patient.key, record.readingKey.rawValue, "\(record.revision)", operation,
                    // A restored queue may use a revision's number twice, so the content is part of the id.
                    FHIRID.make("content", of: observations.map(\.content.json)),
                ]
            ),
            members: [
                "target": .list(observations.map { .reference($0.id) }),
                "recorded": .text(record.receivedAt.iso8601Milliseconds),
                "activity": .concept([.coding(FHIRNames.operation, code: operation)], text: origin),
                "agent": .list([hub, app].compactMap { $0 }),
                "entity": [
                    FHIRValue([
                        "role": "source",
                        "what": FHIRValue(["identifier": FHIRValue(["value": .text(record.readingKey.rawValue)])]),
                    ])
                ],
            ]
        )
    }

    private static func agent(_ type: String, id: String) -> FHIRValue {
        FHIRValue(["type": .concept([.coding(FHIRNames.participant, code: type)]), "who": .reference(id)])
    }

    /// The origin of the values.
    var origin: String {
        switch record.source.kind {
        case .bluetooth: "Sent by the meter over Bluetooth"
        case .ocr where record.source.recognition?.original != nil:
            "Read from the meter's display by a camera, corrected by a person"
        case .ocr: "Read from the meter's display by a camera"
        case .manual: "Typed by a person"
        case .healthImport: "Imported from health data of other software"
        default: record.source.kind.rawValue
        }
    }
}
