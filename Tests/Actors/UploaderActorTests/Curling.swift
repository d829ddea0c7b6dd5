import Curl
import Foundation

/// Plain HTTP for the tests' own requests to the server.
enum Curling {
    static func json<Value: Decodable>(_ method: String, _ url: String, _ body: String?) async throws -> Value {
        let client = try CurlClient(CurlConfiguration(keepsAlive: false))
        let response = try await client.perform(
            CurlRequest(method, url: url, body: body.map { .bytes(Array($0.utf8)) } ?? .none)
        )
        return try JSONDecoder().decode(Value.self, from: Data(response.body))
    }
}
