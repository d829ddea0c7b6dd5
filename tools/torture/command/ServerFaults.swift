import Curl
import Foundation

/// The faults of the server under torture.
enum ServerFaults {
    /// The simulated server did not follow an order.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// What stands between the system and the server for a while: every request is answered by it.
    enum Portal: CaseIterable {
        /// A page of HTML with 200.
        case page
        /// 302 to another host.
        case redirect

        fileprivate var fault: String {
            switch self {
            case .page: #""kind":"captivePortal""#
            case .redirect: #""kind":"redirect""#
            }
        }
    }

    /// The fault plan as JSON: every kind that leaves a destination in use, and before them a portal, if one is given.
    ///
    /// - Parameter seed: Decides which requests are hit.
    static func json(seed: UInt64, behind portal: Portal? = nil) -> String {
        let faults =
            (portal.map { [$0.fault] } ?? []) + [
                #""kind":"resetAfter","method":"POST","probability":0.02"#,
                #""kind":"resetBefore","method":"POST","probability":0.02"#,
                #""kind":"halfAnswer","method":"POST","probability":0.01"#,
                #""kind":"stallAfter","method":"POST","probability":0.01,"milliseconds":1500"#,
                #""kind":"stallAfter","method":"POST","probability":0.05,"milliseconds":300"#,
                #""kind":"status","status":503,"method":"POST","probability":0.02"#,
                #""kind":"status","status":504,"accepts":true,"method":"POST","probability":0.01"#,
                #""kind":"status","status":429,"retryAfter":"1","method":"POST","probability":0.01"#,
                #""kind":"status","status":500,"method":"GET","probability":0.05"#,
            ]
        let seeded = faults.enumerated().map { index, fault in
            "{\(fault),\"seed\":\((seed &+ UInt64(index)) % 1_000_000_007)}"
        }
        return "[\(seeded.joined(separator: ","))]"
    }

    /// Replaces the server's faults.
    ///
    /// - Throws: ``Refused``, `CurlError`.
    static func set(_ json: String, at server: String) async throws {
        let answer = try await CurlClient().perform(
            CurlRequest(
                "POST",
                url: "\(server)/_control/faults",
                body: .bytes(Array(json.utf8)),
                timeout: .seconds(10)
            )
        )
        guard answer.status < 300 else { throw Refused(description: "new faults are answered \(answer.status)") }
    }
}
