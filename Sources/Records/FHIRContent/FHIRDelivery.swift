package import VitalRecords

/// The FHIR resources of one revision of a record, in parts that a sender assembles for its server.
///
/// Devices are written once, separately; observations and their provenance go in one transaction. So if the server has
/// the provenance, it has this revision completely.
package struct FHIRDelivery: Hashable, Sendable {
    /// How resources get their ids at the server.
    package enum Naming: Hashable, Sendable {
        /// They keep the ids that they are created with here.
        case own
        /// The server assigns them, and finds a resource by its identifier.
        case servers
    }

    /// The site and the meter or app.
    package let devices: [FHIRResource]
    /// The observations, followed by that of the meter's clock; empty if the record has no values for a chart.
    package let observations: [FHIRResource]
    /// The provenance of the observations; its id identifies the revision and its content.
    package let provenance: FHIRResource
    /// Ids of observations that the record lacks but an earlier revision may have.
    package let others: [String]
    /// What was left out.
    package let leftOut: [FHIRLeftOut]

    /// Creates the parts.
    ///
    /// - Parameters:
    ///   - record: The record in its newest revision.
    ///   - patient: The patient whose chart it goes to.
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

    /// The names that distinguish a record's observations: each coded metric or panel of the table.
    private static let names: [String] = {
        var seen: Set<String> = []
        return FHIRCoverage.rows.filter { !$0.codes.isEmpty }.compactMap { row in
            let name = MetricTable.metric(named: row.metric)?.clinical.panel?.name ?? row.metric.rawValue
            return seen.insert(name).inserted ? name : nil
        }
    }()
}

extension FHIRDelivery {
    /// The search token by which a server that assigns ids finds a resource.
    package static func token(_ id: String) -> String { "\(FHIRNames.uri)|urn:uuid:\(id)" }

    /// The search token by which such a server finds this revision.
    package var revisionToken: String { "\(FHIRNames.revision)|\(provenance.id)" }

    /// A device in the form that is sent.
    package static func content(of device: FHIRResource, naming: Naming) -> FHIRValue {
        naming == .own ? device.content : identified(device, also: nil)
    }

    /// The transaction, which the server applies completely or not at all.
    ///
    /// - Parameters:
    ///   - naming: How resources get their ids.
    ///   - isChange: Whether the server may have an earlier revision.
    ///   - present: The server's ids of its existing observations, by their ids here; nil if it finds them itself.
    ///   - withdrawn: The server's observations of an earlier revision that this one no longer has.
    ///   - devices: The devices' ids at the server, by their ids here.
    /// - Returns: Nil if there is nothing to write.
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

    /// A resource without an id, with the identifiers by which it and its revision are found.
    static func identified(_ resource: FHIRResource, also revision: String?) -> FHIRValue {
        let own = FHIRValue(["system": .text(FHIRNames.uri), "value": .text("urn:uuid:\(resource.id)")])
        let mark = revision.map { FHIRValue(["system": .text(FHIRNames.revision), "value": .text($0)]) }
        let ids = [own, mark].compactMap { $0 }
        let present = resource.content["identifier"]?.elements ?? []
        let new = ids.filter { !present.contains($0) }
        return resource.content.with("id", as: nil).with("identifier", as: .list(present + new))
    }
}

/// A server's observation to be marked as entered in error: it keeps its identity but no value.
package struct FHIRWithdrawal: Hashable, Sendable {
    /// The members that stay.
    private static let kept: Set<String> = [
        "resourceType", "id", "identifier", "category", "code", "subject", "effectiveDateTime", "effectivePeriod",
        "issued",
        "method", "device", "extension",
    ]

    /// Its id at the server.
    package let id: String
    /// Its new content.
    package let content: FHIRValue
    let reference: FHIRValue

    var entry: FHIRValue {
        FHIRValue([
            "fullUrl": .text("urn:uuid:\(FHIRID.make("withdrawn", of: [id]))"), "resource": content,
            "request": FHIRValue(["method": "PUT", "url": .text("Observation/\(id)")]),
        ])
    }

    /// Reads a server's observation; nil if it has no id or code, or was already entered in error.
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
        // It no longer belongs to a revision.
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
