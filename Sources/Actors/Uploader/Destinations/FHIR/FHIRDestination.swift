package import ActorRuntime
package import BusContract
package import DeliveryRules
internal import FHIRContent
internal import FoundationEssentials
internal import MessageBus
package import VitalRecords

/// A FHIR R4 server: each record in one transaction, under ids that are the reading's and the patient's; observation by
/// observation if the server has no transactions.
///
/// What a session calls its user is the patient here, as `Patient/ID` or `SYSTEM|VALUE`.
package struct FHIRDestination: Destination {
    /// The API.
    package static let api = CloudAPI.fhir
    /// The keys of its configuration.
    package static let configurationKeys = FHIRKeys.keys

    let server: FHIRServer

    /// Creates the destination.
    package init(_ server: FHIRServer) { self.server = server }

    /// Reads the configuration; nil without a base URL.
    package init?(_ configuration: ActorConfiguration) throws {
        guard let server = try FHIRServer(configuration) else { return nil }
        self.init(server)
    }

    /// Adds the site's token to requests, and makes the requests that a record needs.
    package func transport(_ http: any DestinationTransport) -> any DestinationTransport {
        FHIRTransport(server, http: http)
    }

    /// Each request makes a version; the provenance shows which resources belong to a revision.
    package var repeats: RepeatPolicy { .versions }
    /// The further answers with which it has taken nothing.
    package var refusedStatuses: Set<Int> { server.refusedStatuses }
    /// A resource is read by its id; where only a search finds it, that may lag.
    package var showsAtOnce: Bool { server.naming == .own }

    /// The transaction of a new record.
    package func create(_ record: VitalRecord, with credentials: SessionCredentials) throws -> DestinationRequest {
        try write(record, change: .write, isChange: false, with: credentials)
    }

    /// The transaction of a later revision: removed observations become `entered-in-error`.
    package func update(
        _ record: VitalRecord,
        serverID: String?,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        try write(record, change: .write, isChange: true, with: credentials)
    }

    /// The transaction that enters all of a record in error; its ids stay.
    package func delete(
        _ record: VitalRecord,
        serverID: String,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        try write(record, change: .delete, isChange: true, with: credentials)
    }

    private func write(
        _ record: VitalRecord,
        change: FHIRRecord.Change,
        isChange: Bool,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        let patient = try Self.patient(credentials)
        let delivery = FHIRDelivery(record, patient: patient, gateway: server.gateway, change: change)
        guard isChange || !delivery.observations.isEmpty else {
            let why = Set(delivery.leftOut.map(\.reason.sentence)).sorted().joined(separator: "; its content ")
            throw UploaderError(
                .nothingToUpload,
                message: "the record has no values for a chart" + (why.isEmpty ? "" : ": its content \(why)")
            )
        }
        var request = DestinationRequest("POST", url: server.base.text, leftOut: delivery.leftOut.count)
        request.fhir = .write(
            FHIRWriting(
                delivery: delivery,
                patient: patient,
                isChange: isChange,
                secrets: record.measurements.map(\.value.description) + [credentials.userID]
            )
        )
        return request
    }

    /// The patient that a session names.
    ///
    /// - Throws: ``UploaderError`` `unsupportedType` if it names none.
    static func patient(_ credentials: SessionCredentials) throws -> FHIRPatient {
        let text = credentials.userID
        do {
            return text.contains("|") ? try FHIRPatient(identifier: text) : try FHIRPatient(reference: text)
        } catch {
            throw UploaderError(
                .unsupportedType,
                message: "the session's user is not a patient of a FHIR server: write Patient/ID or SYSTEM|VALUE"
            )
        }
    }
}

// MARK: - Look-ups

extension FHIRDestination {
    /// As a record that is written.
    package func lookup(
        _ record: VitalRecord,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        try lookup(record, isDeletion: false, offset: offset, with: credentials)
    }

    /// GET of the provenance of this revision: it is there exactly where all of the transaction is.
    package func lookup(
        _ record: VitalRecord,
        isDeletion: Bool,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        let delivery = FHIRDelivery(
            record,
            patient: try Self.patient(credentials),
            gateway: server.gateway,
            change: isDeletion ? .delete : .write
        )
        let place =
            server.naming == .own
            ? "Provenance/\(delivery.provenance.id)"
            : "Observation?identifier=" + delivery.revisionToken.replacing("|", with: "%7C")
        var request = DestinationRequest(
            "GET",
            url: "\(server.base.text)/\(place)",
            headers: [("Accept", "application/fhir+json")]
        )
        if server.naming == .servers { request.fhir = .look(delivery) }
        return request
    }

    /// The provenance, or one observation at least of a list.
    package func found(_ reply: DestinationReply, record: VitalRecord, offset: Int) -> LookupResult {
        let json = FHIROutcome(reply.body)?.json
        switch (reply.status, json?["resourceType"]?.text) {
        case (200, "Provenance"):
            let targets = (json?["target"]?.items ?? []).compactMap { $0["reference"]?.text }
            return .found(serverID: targets.compactMap(Self.place).first ?? "Provenance")
        case (200, "Bundle"):
            guard let list = json, let first = FHIRTransport.resources(list, of: "Observation").first else {
                return .absent
            }
            return .found(serverID: first["id"]?.serverID.map { "Observation/\($0)" } ?? "Observation")
        case (404, "OperationOutcome"), (410, "OperationOutcome"): return .absent
        case (404, nil) where reply.body.isEmpty && server.naming == .own: return .absent
        default: return noList(reply, record: record)
        }
    }

    private static func place(_ reference: String) -> String? {
        reference.hasPrefix("Observation/") && ServerIDRule.allows(reference) ? reference : nil
    }

    /// The transport's result, or the table's meaning of a refusal.
    package func answer(_ reply: DestinationReply, to record: VitalRecord) -> DestinationAnswer {
        let meaning = reply.meaning ?? FHIRAnswers(now: Date(), settle: server.settle).refusal(reply)
        return DestinationAnswer(
            status: reply.status,
            body: .api,
            retryAfter: reply.retryAfter,
            meaning: meaning
        )
    }
}

// MARK: - Sessions

extension FHIRDestination {
    /// Whether the server can accept records, and the session's patient has a chart there.
    package func validate(_ credentials: SessionCredentials) -> DestinationRequest? {
        var request = DestinationRequest("GET", url: "\(server.base.text)/metadata")
        // Absent is nil: reported when the answer is read.
        if let patient = try? Self.patient(credentials) { request.fhir = .check(patient) }
        return request
    }

    /// A patient that the server has not ends the session; the site's own credentials are not its person's.
    package func verdict(_ reply: DestinationReply, with credentials: SessionCredentials) -> CredentialVerdict {
        do { _ = try Self.patient(credentials) } catch {
            let message = (error as? UploaderError)?.message ?? "the session does not name a patient"
            return .refused(DeliveryError(code: "patientUnknown", message: message))
        }
        switch reply.meaning {
        case .submitted?: return .valid
        case .rejected(let error)?: return .refused(error)
        case .destinationPaused(let error)?, .retry(_, let error)?: return .unreachable(error)
        case .sessionUnauthorized?, nil:
            return .unreachable(DeliveryError(code: "http\(reply.status)", message: "could not ask the FHIR server"))
        }
    }
}
