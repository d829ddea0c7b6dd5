import Curl
import Foundation

/// The server's `/seen`: its counts of all connections and requests.
struct Seen: Decodable {
    let connections: Int
    let requests: [String]

    init(_ server: TestServer) async throws {
        let client = try CurlClient(CurlConfiguration(keepsAlive: false))
        let response = try await client.perform(CurlRequest(url: server.base + "/seen"))
        self = try JSONDecoder().decode(Self.self, from: Data(response.body))
    }
}
