internal import ActorRuntime
internal import Curl
internal import DeliveryRules
internal import FHIRContent
internal import FoundationEssentials
internal import MessageBus

/// The requests to one FHIR server: it checks the conditions, writes devices once, and puts the rest into one
/// transaction.
struct FHIRTransport: DestinationTransport {
    /// How long the server's declared capabilities are kept.
    private static let capabilityHolds = Duration.seconds(3_600)
    /// How long the server's answer about a patient is kept.
    private static let patientHolds = Duration.seconds(600)

    let server: FHIRServer
    let http: any DestinationTransport
    let wallClock: @Sendable () -> Date
    let now: @Sendable () -> ContinuousClock.Instant
    private let access: FHIRAccess
    private let capability: FHIRMemory<String, FHIRAbilities>
    private let patients: FHIRMemory<FHIRPatient, Bool>
    let devices: FHIRMemory<FHIRResource, String>

    init(
        _ server: FHIRServer,
        http: any DestinationTransport,
        wallClock: @escaping @Sendable () -> Date = { Date() },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.server = server
        self.http = http
        self.wallClock = wallClock
        self.now = now
        access = FHIRAccess(server, wallClock: wallClock, now: now)
        capability = FHIRMemory(now: now)
        patients = FHIRMemory(now: now)
        devices = FHIRMemory(now: now)
    }

    /// Sends a request, or all requests of a record, within one time limit.
    func send(
        _ request: DestinationRequest,
        mayReuseConnection: Bool,
        timeout: Duration
    ) async throws(CurlError) -> HTTPSender.Sent {
        let line = FHIRLine(http: http, access: access, deadline: now() + timeout, now: now)
        do throws(FHIRFailure) {
            switch request.fhir {
            case nil: return try await line.send(request, mayReuseConnection: mayReuseConnection)
            case .check(let patient):
                try await prepare(patient, over: line)
                return own(.submitted(serverID: nil))
            case .look(let delivery):
                guard try await abilities(over: line).takesTransactions else {
                    return try await lookSingles(delivery, over: line)
                }
                return try await line.send(request, mayReuseConnection: mayReuseConnection)
            case .write(let writing):
                return try await write(writing, over: line, mayReuseConnection: mayReuseConnection)
            }
        } catch {
            switch error {
            case .stop(let meaning): return await told(own(meaning))
            case .unanswered(let error): throw error
            }
        }
    }

    func answers(_ secrets: [String] = []) -> FHIRAnswers {
        FHIRAnswers(now: wallClock(), secrets: secrets, namesIDs: server.naming == .own, settle: server.settle)
    }

    private func own(_ meaning: AnswerClass) -> HTTPSender.Sent {
        HTTPSender.Sent(reply: DestinationReply(own: meaning), wasSentOnce: true)
    }

    /// After a pause, a destination's capabilities are read again before it is written to.
    private func told(_ sent: HTTPSender.Sent) async -> HTTPSender.Sent {
        if case .destinationPaused? = sent.reply.meaning { await capability.forget(server.base.text) }
        return sent
    }

    // MARK: - Before anything is written

    /// Stops if the server cannot accept records at all, or not this patient's.
    @discardableResult
    private func prepare(_ patient: FHIRPatient, over line: FHIRLine) async throws(FHIRFailure) -> FHIRAbilities {
        let abilities = try await abilities(over: line)
        try await checkPatient(patient, over: line)
        return abilities
    }

    /// The server's declared capabilities; stops if it cannot accept records at all.
    private func abilities(over line: FHIRLine) async throws(FHIRFailure) -> FHIRAbilities {
        try await capability.value(server.base.text) { () async throws(FHIRFailure) -> (FHIRAbilities, Duration) in
            let reply = try await line.get("metadata")
            guard reply.status == 200, let statement = FHIROutcome(reply.body)?.json else {
                throw .stop(answers().refusal(reply))
            }
            if let error = FHIRCapability.refusal(statement, naming: server.naming) {
                throw .stop(.destinationPaused(error))
            }
            return (FHIRAbilities(statement), Self.capabilityHolds)
        }
    }

    private func checkPatient(_ patient: FHIRPatient, over line: FHIRLine) async throws(FHIRFailure) {
        guard server.checksPatient, let place = place(of: patient) else { return }
        _ = try await patients.value(patient) { () async throws(FHIRFailure) -> (Bool, Duration) in
            let reply = try await line.get(place)
            if reply.status == 403 {
                let words =
                    "the FHIR server does not let the site read patients: allow it, or set destination.fhir.patient-check to false"
                throw .pause("http403", message: words)
            }
            guard reply.status == 200, let found = FHIROutcome(reply.body)?.json else {
                let isGone = reply.status == 404 || reply.status == 410
                // Absent is nil: a 404 without a FHIR body comes from another system.
                guard isGone, FHIROutcome(reply.body) != nil else { throw .stop(answers().patient(reply)) }
                throw .stop(.rejected(FHIRPatientState.gone(reply.status)))
            }
            let isList = found["resourceType"]?.text == "Bundle"
            let all = isList ? Self.resources(found, of: "Patient") : [found]
            // Reading a merged id may return the remaining patient.
            if !isList, let id = found["id"]?.text, !place.hasSuffix("/\(id)") {
                throw .stop(.rejected(FHIRPatientState.merged))
            }
            if all.isEmpty { throw .stop(.rejected(FHIRPatientState.gone(404))) }
            if let error = FHIRPatientState.refusal(all) { throw .stop(.rejected(error)) }
            return (true, Self.patientHolds)
        }
    }

    /// The address of a patient; nil for one of another server.
    func place(of patient: FHIRPatient) -> String? {
        switch patient {
        case .reference(let text) where text.hasPrefix("Patient/"): text
        case .reference(let text):
            text.hasPrefix(server.base.text + "/") ? String(text.dropFirst(server.base.text.count + 1)) : nil
        case .identifier(let system, let value):
            "Patient?identifier=\(PathTemplate.encoded(system))%7C\(PathTemplate.encoded(value))"
        }
    }

    /// The resources of a type in a list.
    static func resources(_ list: JSONValue, of type: String) -> [JSONValue] {
        (list["entry"]?.items ?? []).compactMap { $0["resource"] }.filter { $0["resourceType"]?.text == type }
    }

    // MARK: - The record

    private func write(
        _ writing: FHIRWriting,
        over line: FHIRLine,
        mayReuseConnection: Bool
    ) async throws(FHIRFailure) -> HTTPSender.Sent {
        let abilities: FHIRAbilities
        do throws(FHIRFailure) { abilities = try await prepare(writing.patient, over: line) } catch {
            throw error.beforeWriting
        }
        guard abilities.takesTransactions else {
            return await told(try await writeSingles(writing, abilities: abilities, over: line))
        }
        let bundle: (content: FHIRValue, ids: [String?])
        do throws(FHIRFailure) {
            guard let made = try await transaction(writing, abilities: abilities, over: line) else {
                return own(.submitted(serverID: nil))
            }
            bundle = made
        } catch {
            throw error.beforeWriting
        }
        let request = line.request("POST", at: "", body: Array(bundle.content.json.utf8))
        var sent = try await line.send(request, mayReuseConnection: mayReuseConnection)
        var reply = sent.reply
        reply.meaning = answers(writing.secrets).transaction(reply, ids: bundle.ids)
        // A chart that is gone looks like a record that is refused, or like a wrong place.
        if [400, 404, 409, 410, 412, 422].contains(reply.status) {
            await patients.forget(writing.patient)
            if let error = await gone(writing.patient, over: line) { reply.meaning = .rejected(error) }
        }
        sent = HTTPSender.Sent(reply: reply, wasSentOnce: sent.wasSentOnce)
        return await told(sent)
    }

    /// Why the patient's chart accepts nothing now; nil if it does, or if that is unknown.
    private func gone(_ patient: FHIRPatient, over line: FHIRLine) async -> DeliveryError? {
        do throws(FHIRFailure) {
            try await checkPatient(patient, over: line)
        } catch {
            if case .stop(.rejected(let error)) = error { return error }
        }
        return nil
    }

    /// The transaction and the ids chosen in it; nil if nothing is left to write.
    private func transaction(
        _ writing: FHIRWriting,
        abilities: FHIRAbilities,
        over line: FHIRLine
    ) async throws(FHIRFailure) -> (content: FHIRValue, ids: [String?])? {
        var places: [String: String] = [:]
        for device in writing.delivery.devices {
            places[device.id] = try await place(of: device, over: line)
        }
        let withdrawn = writing.isChange ? try await outdated(writing.delivery.others, over: line) : []
        // If it cannot change by identifier, the change names the server's ids.
        let present =
            writing.isChange && server.naming == .servers && !abilities.updatesByIdentifier
            ? try await ids(of: writing.delivery.observations, over: line) : nil
        let content = writing.delivery.transaction(
            naming: server.naming,
            isChange: writing.isChange,
            present: present,
            withdrawn: withdrawn,
            devices: places
        )
        guard let content else { return nil }
        let ids = (content["entry"]?.elements ?? []).map { entry -> String? in
            guard case .text(let place)? = entry["request"]?["url"], !place.contains("?"),
                let id = place.split(separator: "/").dropFirst().last
            else { return nil }
            return String(id)
        }
        return (content, ids)
    }
}
