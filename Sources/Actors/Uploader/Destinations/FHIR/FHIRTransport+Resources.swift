internal import ActorRuntime
internal import DeliveryRules
internal import FHIRContent
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The resources that the server already has.
extension FHIRTransport {
    /// The most ids in one search.
    private static let searchSize = 40
    /// The most pages of a search.
    private static let pageLimit = 10
    /// A device that was there stays: it is asked for again when this process starts, or after a day.
    private static let deviceHolds = Duration.seconds(86_400)

    /// The id of a device at the server, which has it as it is here afterwards.
    ///
    /// Skips a resource that is already correct; writing it would add a version for each reading.
    func place(of device: FHIRResource, over line: FHIRLine) async throws(FHIRFailure) -> String {
        try await devices.value(device) { () async throws(FHIRFailure) -> (String, Duration) in
            (try await written(device, over: line), Self.deviceHolds)
        }
    }

    private func written(_ device: FHIRResource, over line: FHIRLine) async throws(FHIRFailure) -> String {
        let content = FHIRDelivery.content(of: device, naming: server.naming)
        let present = try await present(device, over: line)
        if let present, let id = present["id"]?.text, Self.has(present, all: content) { return id }
        let reply: DestinationReply
        switch (server.naming, present?["id"]?.text) {
        case (.own, _): reply = try await put(content, as: device.id, over: line)
        case (.servers, let id?): reply = try await put(content.with("id", as: .text(id)), as: id, over: line)
        case (.servers, nil):
            let search = "identifier=\(Self.escaped(FHIRDelivery.token(device.id)))"
            let body = Array(content.json.utf8)
            let request = line.request("POST", at: "Device", body: body, headers: [("If-None-Exist", search)])
            reply = try await line.send(request, mayReuseConnection: false).reply
        }
        guard reply.status == 200 || reply.status == 201 else {
            throw .stop(answers().device(reply, isPut: server.naming == .own))
        }
        guard server.naming == .servers else { return device.id }
        if let id = present?["id"]?.text { return id }
        // The answer need not name it, and the list must.
        guard let id = try await self.present(device, over: line)?["id"]?.text else {
            let told = DeliveryError(
                code: "deviceUnlisted",
                message: "the server does not list the device that it accepted"
            )
            throw .stop(.retry(after: nil, told))
        }
        return id
    }

    private func put(_ content: FHIRValue, as id: String, over line: FHIRLine) async throws(FHIRFailure)
        -> DestinationReply
    {
        let request = line.request("PUT", at: "Device/\(id)", body: Array(content.json.utf8))
        return try await line.send(request, mayReuseConnection: false).reply
    }

    /// A device as the server has it.
    private func present(_ device: FHIRResource, over line: FHIRLine) async throws(FHIRFailure) -> JSONValue? {
        guard server.naming == .own else {
            return try await search("Device", by: "identifier", of: [FHIRDelivery.token(device.id)], over: line).first
        }
        let reply = try await line.get("Device/\(device.id)")
        switch reply.status {
        case 200:
            guard let found = FHIROutcome(reply.body)?.json else {
                throw .stop(answers().device(reply, isPut: false))
            }
            return found
        default:
            let isGone = reply.status == 404 || reply.status == 410
            guard isGone, reply.body.isEmpty || FHIROutcome(reply.body) != nil else {
                throw .stop(answers().device(reply, isPut: false))
            }
            return nil
        }
    }

    /// Whether a resource of the server has all that ours has; servers add things.
    static func has(_ theirs: JSONValue, all ours: FHIRValue) -> Bool {
        switch ours {
        case .text(let text): return theirs == .string(text)
        case .number(let number): return number.decimal.map { theirs == .number($0) } ?? false
        case .list(let values):
            return theirs.items.count == values.count && zip(theirs.items, values).allSatisfy { has($0, all: $1) }
        case .object(let members): return members.allSatisfy { has(theirs[$0.name] ?? .null, all: $0.value) }
        }
    }

    /// The observations of these ids that the server has and that count still.
    func outdated(_ ids: [String], over line: FHIRLine) async throws(FHIRFailure) -> [FHIRWithdrawal] {
        var found: [FHIRWithdrawal] = []
        for start in stride(from: 0, to: ids.count, by: Self.searchSize) {
            let some = ids[start...].prefix(Self.searchSize)
            let (name, values) =
                server.naming == .own ? ("_id", Array(some)) : ("identifier", some.map(FHIRDelivery.token))
            let rows = try await search("Observation", by: name, of: values, over: line)
            found += rows.compactMap { FHIRValue($0).flatMap(FHIRWithdrawal.init) }
        }
        return found
    }

    /// The server's ids of observations that it has, by ours.
    func ids(of observations: [FHIRResource], over line: FHIRLine) async throws(FHIRFailure) -> [String: String] {
        try await rows(of: observations, over: line).compactMapValues { $0["id"]?.text }
    }

    /// The observations that the server has, as they are there, by our ids.
    func rows(of observations: [FHIRResource], over line: FHIRLine) async throws(FHIRFailure) -> [String: JSONValue] {
        let tokens = Dictionary(observations.map { (FHIRDelivery.token($0.id), $0.id) }) { first, _ in first }
        guard !tokens.isEmpty else { return [:] }
        let rows = try await search("Observation", by: "identifier", of: tokens.keys.sorted(), over: line)
        var found: [String: JSONValue] = [:]
        for row in rows {
            guard let id = row["id"]?.text, ServerIDRule.allows(id) else { continue }
            for name in Self.identifiers(row) {
                guard let own = tokens["\(name.system)|\(name.value)"] else { continue }
                found[own] = found[own] ?? row
            }
        }
        return found
    }

    /// The names of a resource of the server.
    static func identifiers(_ resource: JSONValue) -> [(system: String, value: String)] {
        (resource["identifier"]?.items ?? []).map { ($0["system"]?.text ?? "", $0["value"]?.text ?? "") }
    }

    /// All resources that a search names, page by page.
    private func search(
        _ type: String,
        by name: String,
        of values: [String],
        over line: FHIRLine
    ) async throws(FHIRFailure) -> [JSONValue] {
        let wanted = values.map(Self.escaped).joined(separator: ",")
        var place = "\(type)?\(name)=\(wanted)&_count=\(Self.searchSize)"
        var found: [JSONValue] = []
        for _ in 0..<Self.pageLimit {
            let reply = try await line.get(place)
            guard reply.status == 200, let list = FHIROutcome(reply.body)?.json,
                list["resourceType"]?.text == "Bundle"
            else { throw .stop(answers().refusal(reply)) }
            found += Self.resources(list, of: type)
            let next = list["link"]?.items.first { $0["relation"]?.text == "next" }?["url"]?.text
            // A page of another server is never requested.
            guard let next, next.hasPrefix(server.base.text + "/") || next.hasPrefix(server.base.text + "?") else {
                return found
            }
            place = String(next.dropFirst(server.base.text.count + (next.hasPrefix(server.base.text + "/") ? 1 : 0)))
        }
        throw .stop(.retry(after: nil, DeliveryError(code: "listTooLong", message: "the server's list has no end")))
    }

    static func escaped(_ token: String) -> String {
        token.split(separator: "|", omittingEmptySubsequences: false).map { PathTemplate.encoded(String($0)) }
            .joined(separator: "%7C")
    }
}

extension FHIRValue {
    /// A server's JSON with texts, lists and objects only, so that a withdrawn resource keeps no values.
    init?(_ json: JSONValue) {
        switch json {
        case .string(let text): self = .text(text)
        case .array(let values): self = .list(values.compactMap(FHIRValue.init))
        case .object(let members):
            self = .object(
                members.sorted { $0.key < $1.key }.compactMap { name, value in
                    FHIRValue(value).map { Member(name: name, value: $0) }
                }
            )
        case .number, .bool, .null: return nil
        }
    }
}
