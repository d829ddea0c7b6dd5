import Curl
import Foundation
import MessageBus
import Synchronization

@testable import UploaderActor

/// An in-memory FHIR server that stores a version for each PUT, and gives the answers that a test sets.
final class ChartServer: DestinationTransport {
    static let base = "https://fhir.example/r4"

    struct Stored {
        var content: JSONValue
        var versions: Int
    }

    struct State {
        var resources: [String: Stored] = [:]
        var requests: [DestinationRequest] = []
        /// Answers for the next requests whose method and path begin like this.
        var answers: [(start: String, answer: Result<DestinationReply, CurlError>)] = []
        var made = 0
    }

    let state = Mutex(State())

    init() {
        set("Patient/123", #"{"resourceType":"Patient","id":"123","active":true}"#)
        set(
            "metadata",
            #"{"resourceType":"CapabilityStatement","fhirVersion":"4.0.1","rest":[{"mode":"server","interaction":[{"code":"transaction"}]}]}"#
        )
    }

    func set(_ place: String, _ json: String) {
        let content = Self.json(json)
        state.withLock { $0.resources[place] = Stored(content: content, versions: 1) }
    }

    /// Sets the answer to the next request that begins like this.
    func answer(_ start: String, _ status: Int, _ body: String = "", retryAfter: String? = nil) {
        let reply = DestinationReply(status: status, retryAfter: retryAfter, body: Array(body.utf8))
        state.withLock { $0.answers.append((start, .success(reply))) }
    }

    /// Accepts the next request that begins like this, but loses its answer.
    func lose(_ start: String) {
        let error = CurlError(code: .timedOut, message: "late", isRetriable: true, possiblySent: true)
        state.withLock { $0.answers.append((start, .failure(error))) }
    }

    /// The requests so far, as method and path.
    var asked: [String] {
        state.withLock { $0.requests }.map { "\($0.method) \(Self.place($0))" }
    }

    func forgetAsked() { state.withLock { $0.requests = [] } }

    func versions(_ place: String) -> Int { state.withLock { $0.resources[place]?.versions ?? 0 } }

    func content(_ place: String) -> JSONValue? { state.withLock { $0.resources[place]?.content } }

    /// The paths of the existing resources of a type.
    func places(_ type: String) -> [String] {
        state.withLock { $0.resources.keys }.filter { $0.hasPrefix(type + "/") }.sorted()
    }

    static func json(_ text: String) -> JSONValue {
        do { return try WireJSON.decode(JSONValue.self, from: Array(text.utf8)) } catch {
            preconditionFailure("\(error)")
        }
    }

    static func place(_ request: DestinationRequest) -> String {
        request.url.hasPrefix(base) ? String(request.url.dropFirst(base.count).drop { $0 == "/" }) : request.url
    }

    func send(
        _ request: DestinationRequest,
        mayReuseConnection: Bool,
        timeout: Duration
    ) async throws(CurlError) -> HTTPSender.Sent {
        let result = state.withLock { state -> Result<DestinationReply, CurlError> in
            state.requests.append(request)
            let name = "\(request.method) \(Self.place(request))"
            guard let index = state.answers.firstIndex(where: { name.hasPrefix($0.start) }) else {
                return .success(Self.serve(request, &state))
            }
            let answer = state.answers.remove(at: index).answer
            if case .failure = answer { _ = Self.serve(request, &state) }
            return answer
        }
        return HTTPSender.Sent(reply: try result.get(), wasSentOnce: true)
    }

    // MARK: - The server's behaviour

    private static func serve(_ request: DestinationRequest, _ state: inout State) -> DestinationReply {
        let body = request.body.map { json(String(decoding: $0, as: UTF8.self)) }
        let place = place(request).removingPercentEncoding ?? ""
        switch (request.method, body) {
        case ("POST", let bundle?) where place.isEmpty: return transaction(bundle, &state)
        case ("PUT", let content?): return put(content, at: place, &state)
        case ("POST", let content?):
            let search = request.headers.first { $0.name == "If-None-Exist" }?.value.removingPercentEncoding
            return post(content, type: place, search: search, &state)
        default: return read(place, state)
        }
    }

    private static func reply(_ status: Int, _ json: JSONValue) -> DestinationReply {
        do { return DestinationReply(status: status, body: Array(try WireJSON.encode(json))) } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func read(_ place: String, _ state: State) -> DestinationReply {
        guard let mark = place.firstIndex(of: "?") else {
            return state.resources[place].map { reply(200, $0.content) } ?? reply(404, outcome("not found"))
        }
        let rows = found(String(place[..<mark]), query: String(place[mark...].dropFirst()), state).map { row in
            JSONValue.object(["resource": row.value])
        }
        return reply(
            200,
            .object(["resourceType": .string("Bundle"), "type": .string("searchset"), "entry": .array(rows)])
        )
    }

    static func outcome(_ text: String) -> JSONValue {
        json(#"{"resourceType":"OperationOutcome","issue":[{"severity":"error","diagnostics":"\#(text)"}]}"#)
    }

    private static func found(_ type: String, query: String, _ state: State) -> [(key: String, value: JSONValue)] {
        let first = query.split(separator: "&").first.map(String.init) ?? ""
        let (name, values) = (first.prefix { $0 != "=" }, first.drop { $0 != "=" }.dropFirst().split(separator: ","))
        return state.resources.filter { place, stored in
            guard place.hasPrefix(type + "/") else { return false }
            if name == "_id" { return values.contains { place == "\(type)/\($0)" } }
            let known = (stored.content["identifier"]?.items ?? []).map {
                "\($0["system"]?.text ?? "")|\($0["value"]?.text ?? "")"
            }
            return values.contains { known.contains(String($0)) }
        }.map { ($0.key, $0.value.content) }.sorted { $0.0 < $1.0 }
    }

    private static func put(_ content: JSONValue, at place: String, _ state: inout State) -> DestinationReply {
        var place = place
        if let mark = place.firstIndex(of: "?") {
            let type = String(place[..<mark])
            let rows = found(type, query: String(place[mark...].dropFirst()), state)
            guard let row = rows.first else { return post(content, type: type, search: nil, &state) }
            place = row.key
        }
        let versions = (state.resources[place]?.versions ?? 0) + 1
        state.resources[place] = Stored(content: with(place, content), versions: versions)
        return located(versions == 1 ? 201 : 200, place, versions)
    }

    private static func post(_ content: JSONValue, type: String, search: String?, _ state: inout State)
        -> DestinationReply
    {
        if let search, let row = found(type, query: search, state).first { return located(200, row.key, 1) }
        state.made += 1
        let place = "\(type)/made-\(state.made)"
        state.resources[place] = Stored(content: with(place, content), versions: 1)
        return located(201, place, 1)
    }

    private static func with(_ place: String, _ content: JSONValue) -> JSONValue {
        guard case .object(var members) = content else { return content }
        members["id"] = place.split(separator: "/").last.map { .string(String($0)) }
        return .object(members)
    }

    private static func located(_ status: Int, _ place: String, _ version: Int) -> DestinationReply {
        reply(
            status,
            .object(["location": .string("\(base)/\(place)/_history/\(version)"), "status": .string("\(status)")])
        )
    }

    private static func transaction(_ bundle: JSONValue, _ state: inout State) -> DestinationReply {
        let answers = (bundle["entry"]?.items ?? []).map { entry -> JSONValue in
            let (content, request) = (entry["resource"] ?? .null, entry["request"] ?? .null)
            let place = request["url"]?.text ?? ""
            let answer =
                request["method"]?.text == "PUT"
                ? put(content, at: place, &state)
                : post(content, type: place, search: request["ifNoneExist"]?.text, &state)
            return .object(["response": json(String(decoding: answer.body, as: UTF8.self))])
        }
        let places = Dictionary(
            zip(bundle["entry"]?.items ?? [], answers).map { entry, answer in
                (entry["fullUrl"]?.text ?? "", FHIRAnswers.place(answer["response"]) ?? "")
            }
        ) { first, _ in first }
        for place in places.values {
            let content = resolved(state.resources[place]?.content ?? .null, places)
            state.resources[place]?.content = content
        }
        let answer: [String: JSONValue] = [
            "resourceType": .string("Bundle"), "type": .string("transaction-response"), "entry": .array(answers),
        ]
        return reply(200, .object(answer))
    }

    /// References between the transaction's entries become their final paths.
    private static func resolved(_ content: JSONValue, _ places: [String: String]) -> JSONValue {
        switch content {
        case .string(let text): .string(text.hasPrefix("urn:uuid:") ? places[text] ?? text : text)
        case .array(let values): .array(values.map { resolved($0, places) })
        case .object(let members):
            .object(
                members.reduce(into: [:]) {
                    $0[$1.key] = $1.key == "identifier" ? $1.value : resolved($1.value, places)
                }
            )
        default: content
        }
    }
}
