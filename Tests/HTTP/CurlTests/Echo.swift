import Curl
import Foundation

/// The server's `/echo`: its description of a request.
struct Echo: Decodable {
    let method: String
    let path: String
    let length: Int
    let sha256: String
    let headers: [String: String]

    init(_ response: CurlResponse) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(response.body))
    }
}
