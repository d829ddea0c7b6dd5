internal import ActorRuntime
internal import Curl
internal import DeliveryRules
internal import FHIRContent
internal import FoundationEssentials
internal import MessageBus

/// Servers without transactions: each observation is posted separately, after a look at the stored ones.
extension FHIRTransport {
    /// One request that writes an observation.
    private struct Step {
        let content: FHIRValue
        /// Its id at the server; nil for a new one.
        let place: String?
        /// The search that finds it, for a new one.
        let search: String?

        func request(over line: FHIRLine) -> DestinationRequest {
            let body = Array((place.map { content.with("id", as: .text($0)) } ?? content).json.utf8)
            guard let place else {
                let headers = search.map { [(name: "If-None-Exist", value: $0)] } ?? []
                return line.request("POST", at: "Observation", body: body, headers: headers, prefer: "representation")
            }
            return line.request("PUT", at: "Observation/\(place)", body: body)
        }
    }

    /// Writes the missing parts of a revision; the record is submitted once all are stored.
    func writeSingles(
        _ writing: FHIRWriting,
        abilities: FHIRAbilities,
        over line: FHIRLine
    ) async throws(FHIRFailure) -> HTTPSender.Sent {
        let (steps, present) = try await plan(writing, abilities: abilities, over: line)
        var (first, wasSentOnce) = (present, true)
        for (index, step) in steps.enumerated() {
            let sent: HTTPSender.Sent
            do throws(FHIRFailure) {
                sent = try await line.send(step.request(over: line), mayReuseConnection: false)
            } catch {
                throw index == 0 ? error : error.afterWriting
            }
            wasSentOnce = wasSentOnce && sent.wasSentOnce
            if let reply = trouble(sent.reply, of: step, after: index, secrets: writing.secrets) {
                return HTTPSender.Sent(reply: reply, wasSentOnce: wasSentOnce)
            }
            first = first ?? step.place ?? FHIROutcome(sent.reply.body)?.json["id"]?.text
        }
        let place = first.map { "Observation/\($0)" }.flatMap { ServerIDRule.allows($0) ? $0 : nil }
        var reply = DestinationReply(own: .submitted(serverID: place ?? "Observation"))
        reply.wroteNothing = steps.isEmpty
        return HTTPSender.Sent(reply: reply, wasSentOnce: wasSentOnce)
    }

    /// The answer to a look-up of a revision: absent until all of its observations are listed.
    func lookSingles(_ delivery: FHIRDelivery, over line: FHIRLine) async throws(FHIRFailure) -> HTTPSender.Sent {
        let there = try await rows(of: delivery.observations, over: line).values.filter {
            delivery.isOfRevision(Self.identifiers($0))
        }
        guard let one = there.first, there.count >= delivery.singleCount else {
            let body = Array(#"{"resourceType":"OperationOutcome"}"#.utf8)
            return HTTPSender.Sent(reply: DestinationReply(status: 404, body: body), wasSentOnce: true)
        }
        let entry = JSONValue.object(["resource": one])
        let list = JSONValue.object(["resourceType": .string("Bundle"), "entry": .array([entry])])
        // Absent is nil: parsed JSON can always be written as JSON.
        let body = (try? WireJSON.encode(list)).map { Array($0) } ?? []
        return HTTPSender.Sent(reply: DestinationReply(status: 200, body: body), wasSentOnce: true)
    }

    /// The content to write, and the id of one observation that is already correct.
    private func plan(
        _ writing: FHIRWriting,
        abilities: FHIRAbilities,
        over line: FHIRLine
    ) async throws(FHIRFailure) -> (steps: [Step], present: String?) {
        do throws(FHIRFailure) {
            var places: [String: String] = [:]
            for device in writing.delivery.devices where abilities.takesDevices {
                places[device.id] = try await place(of: device, over: line)
            }
            let subject = try await subject(writing.patient, over: line)
            let there = try await rows(of: writing.delivery.observations, over: line)
            var (steps, present) = ([Step](), String?.none)
            for single in writing.delivery.singles(subject: subject, devices: places) {
                let theirs = there[single.id]
                if let theirs, writing.delivery.isOfRevision(Self.identifiers(theirs)) {
                    present = present ?? theirs["id"]?.text
                    continue
                }
                let search = "identifier=\(Self.escaped(FHIRDelivery.token(single.id)))"
                steps.append(Step(content: single.content, place: theirs?["id"]?.text, search: search))
            }
            let withdrawn = writing.isChange ? try await outdated(writing.delivery.others, over: line) : []
            steps += withdrawn.map { Step(content: $0.content, place: $0.id, search: nil) }
            return (steps, present)
        } catch {
            throw error.beforeWriting
        }
    }

    /// The patient as an observation names it; without a transaction no server looks for one.
    private func subject(_ patient: FHIRPatient, over line: FHIRLine) async throws(FHIRFailure) -> String {
        guard case .identifier = patient, let place = place(of: patient) else {
            if case .reference(let text) = patient { return text }
            throw .stop(.rejected(FHIRPatientState.gone(404)))
        }
        let reply = try await line.get(place)
        guard reply.status == 200, let list = FHIROutcome(reply.body)?.json else {
            throw .stop(answers().patient(reply))
        }
        let found = Self.resources(list, of: "Patient").compactMap { $0["id"]?.text }
        guard found.count == 1 else { throw .stop(.rejected(FHIRPatientState.gone(404))) }
        return "Patient/\(found[0])"
    }

    /// The fault of one observation; nil for none.
    ///
    /// Earlier entries in the chart are never ignored: such a record is looked up, or its refusal names them.
    private func trouble(
        _ reply: DestinationReply,
        of step: Step,
        after written: Int,
        secrets: [String]
    ) -> DestinationReply? {
        if reply.status == 200 || reply.status == 201 { return nil }
        var meaning = answers(secrets).single(reply, isPut: step.place != nil)
        var status = reply.status
        if written > 0 {
            switch meaning {
            case .retry: status = 500
            case .destinationPaused: status = 200
            default: break
            }
        }
        if written > 0, case .rejected(let error) = meaning {
            let words = "\(error.message); \(written) of its observations are already in the chart"
            meaning = .rejected(DeliveryError(code: error.code, message: APIBody.short(words)))
        }
        var told = DestinationReply(status: status, retryAfter: reply.retryAfter, body: reply.body)
        told.meaning = meaning
        return told
    }
}
