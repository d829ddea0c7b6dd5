import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Turns answers into responses, intact or spoilt by a fault.
struct FaultyResponse {
    let context: ServerContext

    /// The intact response of an answer.
    static func whole(_ answer: Answer) -> Response {
        make(answer, body: answer.body?.data ?? Data())
    }

    /// The response of an answer, spoilt by a fault.
    func spoiled(_ answer: Answer, by fault: Fault) async throws -> Response {
        let data = answer.body?.data ?? Data()
        switch fault.kind {
        case .resetAfter:
            await context.reset()
            throw ConnectionBroken()
        case .halfAnswer: return half(answer, data: data)
        case .drip: return dripping(answer, data: data, pause: .milliseconds(fault.milliseconds ?? 1000))
        case .halfList: return Self.listed(answer) { Array($0.prefix($0.count / 2)) }
        case .reversed: return Self.listed(answer) { $0.reversed() }
        case .notJSON: return Self.make(answer, body: Data("{\"id\": oops".utf8))
        case .withoutID:
            var bare = answer
            bare.body = answer.body.map(Self.withoutIDs)
            return Self.whole(bare)
        case .wrongContentType:
            var response = Self.whole(answer)
            response.headers[.contentType] = "text/html"
            return response
        default: return Self.whole(answer)
        }
    }

    /// The response that a fault gives in place of the API.
    ///
    /// - Parameter refusal: Makes the API's own answer of a status.
    static func instead(_ fault: Fault, refusal: (Int, String) -> Answer) -> Response {
        switch fault.kind {
        case .captivePortal:
            let page = "<!DOCTYPE html><html><body><h1>Welcome to Guest WiFi</h1></body></html>"
            var response = make(Answer(fault.status ?? 200), body: Data(page.utf8))
            response.headers[.contentType] = "text/html; charset=utf-8"
            return response
        case .redirect:
            var answer = Answer(302)
            answer.headers["Location"] = fault.location ?? "http://elsewhere.invalid/login"
            return whole(answer)
        default:
            let status = fault.status ?? 503
            let phrase = HTTPResponse.Status(code: status).reasonPhrase
            var answer = refusal(status, phrase)
            answer.headers["Retry-After"] = fault.retryAfter
            return whole(answer)
        }
    }

    private func half(_ answer: Answer, data: Data) -> Response {
        let context = context
        let body = ResponseBody(contentLength: data.count) { writer in
            try await writer.write(ByteBuffer(bytes: data.prefix(data.count / 2)))
            await context.close()
            throw ConnectionBroken()
        }
        return Self.response(answer, body: body)
    }

    private func dripping(_ answer: Answer, data: Data, pause: Duration) -> Response {
        let body = ResponseBody(contentLength: data.count) { writer in
            for byte in data {
                try await writer.write(ByteBuffer(bytes: [byte]))
                try await Task.sleep(for: pause)
            }
            try await writer.finish(nil)
        }
        return Self.response(answer, body: body)
    }

    private static func make(_ answer: Answer, body: Data) -> Response {
        response(answer, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    private static func response(_ answer: Answer, body: ResponseBody) -> Response {
        var response = Response(status: .init(code: answer.status), body: body)
        response.headers[.contentType] = "application/json; charset=utf-8"
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    /// The answer with its list changed; unchanged if it has no list.
    private static func listed(_ answer: Answer, _ change: ([JSONValue]) -> [JSONValue]) -> Response {
        var changed = answer
        changed.body = answer.body?.object.map { members in
            .object(members.mapValues { value in value.array.map { .array(change($0)) } ?? value })
        }
        return whole(changed)
    }

    private static func withoutIDs(_ value: JSONValue) -> JSONValue {
        if let values = value.array { return .array(values.map(withoutIDs)) }
        guard let members = value.object else { return value }
        return .object(members.filter { $0.key != "id" && $0.key != "_id" }.mapValues(withoutIDs))
    }
}
