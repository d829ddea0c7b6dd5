internal import DeliveryRules
internal import FHIRContent
internal import FoundationEssentials
internal import MessageBus

/// The meaning of a FHIR server's answers: the table in the `README.md` of this folder.
struct FHIRAnswers: Sendable {
    let now: Date
    /// What no text of the server may repeat.
    var secrets: [String] = []
    /// Whether resources are put under ids that were made here.
    var namesIDs = true
    /// How long accepted but unfinished work of the server may take.
    var settle = Duration.seconds(300)

    /// The meaning of an answer that is not a success.
    func refusal(_ reply: DestinationReply) -> AnswerClass {
        let outcome = FHIROutcome(reply.body)
        if reply.status == 401 || reply.status == 403 { return credentials(reply.status, outcome: outcome) }
        guard let outcome else { return foreign(reply) }
        return refusal(reply.status, outcome: outcome, retryAfter: reply.retryAfter)
    }

    /// What a status means that comes with the server's own words.
    func refusal(_ status: Int, outcome: FHIROutcome, retryAfter: String? = nil) -> AnswerClass {
        let error = error(status, words: outcome.words(without: secrets))
        return switch status {
        case 400, 412, 413, 422: .rejected(error)
        case 401, 403: credentials(status, outcome: outcome)
        case 404, 410:
            .destinationPaused(
                self.error(
                    status,
                    words: "the server does not know this path: check destination.fhir.base-url",
                    outcome: outcome
                )
            )
        case 408, 409, 425, 429, 500, 502...510, 512...599:
            .retry(after: retryAfter.flatMap { RetryAfter.parse($0, now: now) }, error)
        default: .destinationPaused(error)
        }
    }

    /// The meaning of the answer to a transaction.
    ///
    /// - Parameters:
    ///   - reply: The answer.
    ///   - ids: The ids that were chosen here, of each entry in its order; nil for one that the server chooses.
    func transaction(_ reply: DestinationReply, ids: [String?]) -> AnswerClass {
        guard (200...299).contains(reply.status) else { return refusal(reply) }
        if reply.status == 202 { return later(reply.retryAfter) }
        guard let bundle = FHIROutcome(reply.body)?.json, bundle["resourceType"]?.text == "Bundle",
            bundle["type"]?.text == "transaction-response"
        else { return foreign(reply) }
        let entries = bundle["entry"]?.items ?? []
        guard entries.count == ids.count else {
            let words =
                "the server answered for only \(entries.count) of \(ids.count) resources: it will be asked which ones it has"
            return .retry(after: nil, DeliveryError(code: "answerIncomplete", message: words))
        }
        for (entry, id) in zip(entries, ids) {
            if let trouble = trouble(of: entry, id: id, retryAfter: reply.retryAfter) { return trouble }
        }
        return .submitted(serverID: entries.first.flatMap { Self.place($0["response"]) })
    }

    /// The fault of one entry's answer; nil without a fault.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - id: The id that was chosen here; nil for one that the server chooses.
    ///   - retryAfter: The pause that the answer's header asks for: entries have no own header.
    private func trouble(of entry: JSONValue, id: String?, retryAfter: String?) -> AnswerClass? {
        let status = entry["response"]?["status"]?.text.flatMap { Int($0.prefix(3)) } ?? 0
        // Some servers send the outcome in place of the resource.
        let said = [entry["response"]?["outcome"], entry["resource"]].compactMap(\.self)
            .first { $0["resourceType"]?.text == "OperationOutcome" }
        let outcome = FHIROutcome(said ?? .null)
        switch status {
        case 202: return later(retryAfter)
        case 200...299:
            guard let id, let place = Self.place(entry["response"]), !place.hasSuffix("/\(id)") else { return nil }
            return .rejected(
                DeliveryError(
                    code: "idChanged",
                    message: "the server stored the record under its own ids: set destination.fhir.mode to ifNoneExist"
                )
            )
        case 0: return foreign(DestinationReply(status: 200, body: [0]))
        case 404 where id != nil && namesIDs, 405 where id != nil && namesIDs:
            return .destinationPaused(Self.foreignID(status, what: "record", words: outcome.words(without: secrets)))
        default: return refusal(status, outcome: outcome, retryAfter: retryAfter)
        }
    }

    /// The meaning of the answer to one observation from a server without transactions, if it is not a success.
    func single(_ reply: DestinationReply, isPut: Bool) -> AnswerClass {
        if reply.status == 202 { return later(reply.retryAfter) }
        guard isPut, [403, 404, 405, 501].contains(reply.status), let outcome = FHIROutcome(reply.body) else {
            return refusal(reply)
        }
        // It accepts new observations but no changes: only this record's correction is at fault.
        let words = "the server does not change observations: correct the chart by hand"
        return .rejected(error(reply.status, words: words, outcome: outcome))
    }

    /// The server accepts no resource under an id that it has not assigned.
    static func foreignID(_ status: Int, what: String, words: String?) -> DeliveryError {
        let theirs = words.map { " (\($0))" } ?? ""
        return DeliveryError(
            code: "http\(status)",
            message: APIBody.short(
                "the server does not accept a \(what) with our id: set destination.fhir.mode to ifNoneExist\(theirs)"
            )
        )
    }

    /// The meaning of the server's answer to a device.
    ///
    /// All records need one, so its refusal is not a record's fault.
    func device(_ reply: DestinationReply, isPut: Bool) -> AnswerClass {
        let outcome = FHIROutcome(reply.body)
        if isPut, [400, 404, 405, 422].contains(reply.status), let outcome {
            return .destinationPaused(
                Self.foreignID(reply.status, what: "device", words: outcome.words(without: secrets))
            )
        }
        guard case .rejected(let error) = refusal(reply) else { return refusal(reply) }
        let message = APIBody.short("the server rejects the device, which every record refers to: \(error.message)")
        return .destinationPaused(DeliveryError(code: error.code, message: message))
    }

    /// The meaning of an answer that is not a patient: the question was refused, not the record.
    ///
    /// A moved address concerns only this patient, whose records wait; the others continue.
    func patient(_ reply: DestinationReply) -> AnswerClass {
        if (300...399).contains(reply.status) {
            return .retry(
                after: .seconds(300),
                DeliveryError(
                    code: "patientMoved",
                    message:
                        "the server answers \(reply.status) for the session's patient: start a session with the place "
                        + "where the patient is now; the record is kept until then"
                )
            )
        }
        guard case .rejected(let error) = refusal(reply) else { return refusal(reply) }
        let message = APIBody.short("the server does not allow reading the patient: \(error.message)")
        return .destinationPaused(DeliveryError(code: error.code, message: message))
    }

    /// `Observation/ID` of `https://host/base/Observation/ID/_history/1`.
    static func place(_ response: JSONValue?) -> String? {
        guard let location = response?["location"]?.text else { return nil }
        let parts = location.split(separator: "/").map(String.init)
        let end = parts.firstIndex(of: "_history") ?? parts.endIndex
        guard end >= 2 else { return nil }
        let place = "\(parts[end - 2])/\(parts[end - 1])"
        return ServerIDRule.allows(place) ? place : nil
    }

    private func later(_ retryAfter: String?) -> AnswerClass {
        let asked = retryAfter.flatMap { RetryAfter.parse($0, now: now) } ?? .zero
        let words = "the server accepted the record but has not stored it yet: it will be looked up later"
        return .retry(after: max(asked, settle), DeliveryError(code: "http202", message: words))
    }

    private func credentials(_ status: Int, outcome: FHIROutcome?) -> AnswerClass {
        let what = status == 401 ? "does not accept the site's credentials" : "forbids the site's request"
        return .destinationPaused(
            error(
                status,
                words: "the FHIR server \(what): check destination.fhir.auth and the rights of this client",
                outcome: outcome
            )
        )
    }

    /// An answer from another system: a proxy, a portal, or nothing.
    private func foreign(_ reply: DestinationReply) -> AnswerClass {
        let body: DestinationAnswer.Body = reply.body.isEmpty ? .empty : .foreign
        let answer = DestinationAnswer(status: reply.status, body: body, retryAfter: reply.retryAfter)
        return AnswerTable.classify(answer, now: now)
    }

    private func error(_ status: Int, words: String?, outcome: FHIROutcome? = nil) -> DeliveryError {
        let own = words ?? "the FHIR server answered \(status)"
        let theirs = outcome?.words(without: secrets).map { " (\($0))" } ?? ""
        return DeliveryError(code: "http\(status)", message: APIBody.short(own + theirs))
    }
}
