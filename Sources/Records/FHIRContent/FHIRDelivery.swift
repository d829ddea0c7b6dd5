package import VitalRecords

/// What a server is to have of one revision of a record, in parts that a sender puts together as the server needs them.
///
/// Devices are written by themselves, once; observations and their provenance go in one transaction. So whoever finds the
/// provenance at the server knows that this revision is there whole.
package struct FHIRDelivery: Hashable, Sendable {
    /// How resources get their ids at the server.
    package enum Naming: Hashable, Sendable {
        /// They have those that they are made with.
        case own
        /// The server gives them, and knows a resource again by its identifier.
        case servers
    }

    /// The site and the meter or app.
    package let devices: [FHIRResource]
    /// The observations, then the one of the meter's clock; empty where the record has nothing for a chart any more.
    package let observations: [FHIRResource]
    /// Where they come from; its id names the revision and its content.
    package let provenance: FHIRResource
    /// Ids of observations that the record has not, and an earlier revision may have.
    package let others: [String]
    /// What was left out.
    package let leftOut: [FHIRLeftOut]

    /// Makes the parts.
    ///
    /// - Parameters:
    ///   - record: The record in its newest revision.
    ///   - patient: Whose chart it goes to.
    ///   - gateway: The site that read it.
    ///   - change: Whether it is written or deleted.
    package init(_ record: VitalRecord, patient: FHIRPatient, gateway: FHIRGateway, change: FHIRRecord.Change) {
        let drafts = FHIRDrafts(record)
        let origin = FHIROrigin(
            record,
            patient: patient,
            gateway: gateway,
            meter: FHIRMeter(),
            form: .transaction
        )
        let own = drafts.all.map { origin.observation($0, isDeleted: change == .delete) }
        let names = Set(drafts.all.map(\.name))
        devices = [gateway.resource, origin.device?.resource].compactMap { $0 }
        observations = own.isEmpty ? [] : own + [origin.clock].compactMap { $0 }
        provenance = origin.provenance(of: own, change: change)
        others = Self.names.filter { !names.contains($0) }.map(origin.id)
        leftOut = drafts.leftOut
    }

    /// What tells the record's observations from each other: each metric or panel of the table that has a code.
    private static let names: [String] = {
        var seen: Set<String> = []
        return FHIRCoverage.rows.filter { !$0.codes.isEmpty }.compactMap { row in
            let name = MetricTable.metric(named: row.metric)?.clinical.panel?.name ?? row.metric.rawValue
            return seen.insert(name).inserted ? name : nil
        }
    }()
}

extension FHIRDelivery {
    /// The identifier by which a server that gives ids knows a resource again, as a search has it.
    package static func token(_ id: String) -> String { "\(FHIRNames.uri)|urn:uuid:\(id)" }

    /// The identifier by which it finds this revision, as a search has it.
    package var revisionToken: String { "\(FHIRNames.revision)|\(provenance.id)" }

    /// A device as it is sent.
    package static func content(of device: FHIRResource, naming: Naming) -> FHIRValue {
        naming == .own ? device.content : identified(device, also: nil)
    }

    /// The transaction: all of it is there afterwards, or nothing.
    ///
    /// - Parameters:
    ///   - naming: How resources get their ids.
    ///   - isChange: Whether the server may have an earlier revision.
    ///   - present: The server's ids of the observations that it has, by their own; nil where it finds them itself.
    ///   - withdrawn: Observations of the server that an earlier revision had and this one has no more.
    ///   - devices: The devices' ids at the server, by their own.
    /// - Returns: Nil where nothing is left to say.
    package func transaction(
        naming: Naming,
        isChange: Bool,
        present: [String: String]? = nil,
        withdrawn: [FHIRWithdrawal] = [],
        devices: [String: String]
    ) -> FHIRValue? {
        guard !observations.isEmpty || !withdrawn.isEmpty else { return nil }
        let known = Dictionary(devices.map { ("urn:uuid:\($0.key)", "Device/\($0.value)") }) { first, _ in first }
        let targets = (provenance.content["target"]?.elements ?? []) + withdrawn.map(\.reference)
        let entries =
            observations.map { entry($0, naming: naming, isChange: isChange, present: present) }
            + withdrawn.map(\.entry)
            + [entry(provenance, as: provenance.content.with("target", as: .list(targets)), naming: naming)]
        return FHIRValue([
            "resourceType": "Bundle", "type": "transaction", "entry": .list(entries.map { $0.referring { known[$0] } }),
        ])
    }

    private func entry(
        _ resource: FHIRResource,
        naming: Naming,
        isChange: Bool,
        present: [String: String]?
    ) -> FHIRValue {
        guard naming == .servers else { return entry(resource, as: resource.content, naming: naming) }
        let search = "identifier=\(Self.token(resource.id))"
        let content = Self.identified(resource, also: provenance.id)
        if let id = present?[resource.id] {
            return FHIRValue([
                "fullUrl": resource.fullURL, "resource": content.with("id", as: .text(id)),
                "request": FHIRValue(["method": "PUT", "url": .text("\(resource.type)/\(id)")]),
            ])
        }
        return FHIRValue([
            "fullUrl": resource.fullURL, "resource": content,
            "request": isChange && present == nil
                ? FHIRValue(["method": "PUT", "url": .text("\(resource.type)?\(search)")])
                : FHIRValue(["method": "POST", "url": .text(resource.type), "ifNoneExist": .text(search)]),
        ])
    }

    private func entry(_ resource: FHIRResource, as content: FHIRValue, naming: Naming) -> FHIRValue {
        FHIRValue([
            "fullUrl": resource.fullURL, "resource": naming == .own ? content : content.with("id", as: nil),
            "request": naming == .own
                ? FHIRValue(["method": "PUT", "url": .text("\(resource.type)/\(resource.id)")])
                : FHIRValue(["method": "POST", "url": .text(resource.type)]),
        ])
    }

    /// A resource without an id, with the identifiers that it and its revision are found by.
    static func identified(_ resource: FHIRResource, also revision: String?) -> FHIRValue {
        let own = FHIRValue(["system": .text(FHIRNames.uri), "value": .text("urn:uuid:\(resource.id)")])
        let mark = revision.map { FHIRValue(["system": .text(FHIRNames.revision), "value": .text($0)]) }
        let ids = [own, mark].compactMap { $0 }
        let present = resource.content["identifier"]?.elements ?? []
        let new = ids.filter { !present.contains($0) }
        return resource.content.with("id", as: nil).with("identifier", as: .list(present + new))
    }
}

/// An observation of the server that is to be entered in error: it keeps what names it, and no value.
package struct FHIRWithdrawal: Hashable, Sendable {
    /// What stays.
    private static let kept: Set<String> = [
        "resourceType", "id", "identifier", "category", "code", "subject", "effectiveDateTime", "effectivePeriod",
        "issued",
        "method", "device", "extension",
    ]

    /// Its id at the server.
    package let id: String
    /// What it becomes.
    package let content: FHIRValue
    let reference: FHIRValue

    var entry: FHIRValue {
        FHIRValue([
            "fullUrl": .text("urn:uuid:\(FHIRID.make("withdrawn", of: [id]))"), "resource": content,
            "request": FHIRValue(["method": "PUT", "url": .text("Observation/\(id)")]),
        ])
    }

    /// Reads an observation of the server; nil where it has no id or code, or was entered in error already.
    package init?(_ observation: FHIRValue) {
        guard case .object(let members) = observation, observation["resourceType"] == "Observation",
            case .text(let id)? = observation["id"], observation["status"] != "entered-in-error",
            observation["code"] != nil
        else { return nil }
        let error = FHIRValue.concept([.coding(FHIRNames.absentReason, code: "error")])
        let components = (observation["component"]?.elements ?? []).map { member in
            FHIRValue(["code": member["code"], "dataAbsentReason": error])
        }
        let profiles = observation["meta"]?["profile"].map { FHIRValue(["profile": $0]) }
        // It is of no revision any more.
        let names = observation["identifier"].map { names in
            FHIRValue.list(names.elements.filter { $0["system"] != .text(FHIRNames.revision) })
        }
        var content = FHIRValue.object(members.filter { Self.kept.contains($0.name) })
            .with("status", as: "entered-in-error").with("meta", as: profiles).with("identifier", as: names)
        content =
            components.isEmpty
            ? content.with("dataAbsentReason", as: error) : content.with("component", as: .list(components))
        reference = FHIRValue(["reference": .text("Observation/\(id)")])
        self.id = id
        self.content = content
    }
}
