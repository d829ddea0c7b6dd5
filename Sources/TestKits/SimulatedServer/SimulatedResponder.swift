import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Processes a request: faults before it, its API, and faults of the answer.
struct SimulatedResponder<API: SimulatedAPI>: HTTPResponder {
    let api: API
    let controlToken: String?
    let maximumBody: Int

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let path = request.uri.path
        if path.hasPrefix("/_control/") { return try await control(request, in: context) }
        let faults = await api.drawFaults(path: path, method: request.method.rawValue)
        let delays = faults.filter { [.latency, .stallBefore].contains($0.kind) }
        for fault in delays { try await Self.pause(fault) }
        let fault = faults.first { !delays.contains($0) }
        return try await respond(to: request, in: context, fault: fault)
    }

    private func respond(to request: Request, in context: ServerContext, fault: Fault?) async throws -> Response {
        guard let fault else { return FaultyResponse.whole(try await answer(request)) }
        if api.ownFaults.contains(fault.kind) {
            return FaultyResponse.whole(try await answer(request, playing: fault))
        }
        switch fault.kind {
        case .resetBefore:
            if fault.accepts == true { _ = try await answer(request) }
            await context.reset()
            throw ConnectionBroken()
        case .status, .captivePortal, .redirect:
            if fault.accepts == true { _ = try await answer(request) }
            return FaultyResponse.instead(fault) { api.failure($0, text: $1, path: request.uri.path) }
        case .stallAfter:
            let answer = try await answer(request)
            try await Self.pause(fault)
            return FaultyResponse.whole(answer)
        case .hold:
            let answer = try await answer(request)
            while await api.faults.contains(fault) { try await Task.sleep(for: .milliseconds(10)) }
            return FaultyResponse.whole(answer)
        default:
            return try await FaultyResponse(context: context).spoiled(try await answer(request), by: fault)
        }
    }

    private func control(_ request: Request, in context: ServerContext) async throws -> Response {
        let call = try await call(request)
        let isAdmitted = controlToken.map { call.bearer == $0 } ?? context.isLocal
        guard isAdmitted else { return FaultyResponse.whole(Answer(403, body: ["error": "control token wanted"])) }
        return FaultyResponse.whole(try await api.control(call))
    }

    private func answer(_ request: Request, playing fault: Fault? = nil) async throws -> Answer {
        var call: Call
        do {
            call = try await self.call(request)
            call.fault = fault
        } catch is NIOTooManyBytesError {
            return api.failure(413, text: "the body is too large", path: request.uri.path)
        }
        return try await api.answer(call)
    }

    private func call(_ request: Request) async throws -> Call {
        let body = try await request.body.collect(upTo: maximumBody)
        let parts = request.uri.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        let query = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
        var headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        headers["host"] = request.head.authority
        return Call(
            method: request.method.rawValue,
            path: parts.enumerated().map { index, part in
                index == parts.count - 1 && part.hasSuffix(".json") ? String(part.dropLast(5)) : part
            },
            query: Dictionary(query) { first, _ in first },
            headers: headers,
            body: Data(body.readableBytesView)
        )
    }

    private static func pause(_ fault: Fault) async throws {
        try await Task.sleep(for: .milliseconds(fault.milliseconds ?? 1000))
    }
}
