internal import ActorRuntime
internal import Curl
internal import Foundation
internal import MessageBus
internal import SiteAuthority

/// A hub's calls to its site's registrar, at the first of the site's addresses that answers.
struct RegistrarClient {
    let addresses: [String]
    let port: Int
    /// The file of the site's authority, the only one that is trusted.
    let authority: String

    /// Refuses to continue if this machine's clock is far from the site's.
    ///
    /// - Throws: ``SiteError`` `clock`, ``CommandFailure`` if no address answers.
    func checkClock() async throws {
        let answer = try await call("GET", path: "/v1/time", body: Nothing?.none, as: SiteTime.self)
        try ClockDistance.check(Date(), site: answer.now)
    }

    private struct Nothing: Encodable {}

    private struct Refusal: Decodable {
        let error: WireFault
    }

    /// Sends a request and reads the answer; retries a busy registrar for about 10 s.
    ///
    /// - Throws: ``CommandFailure`` with the registrar's own message, or if no address answers.
    func call<Answer: Decodable>(
        _ method: String,
        path: String,
        body: (some Encodable)?,
        as type: Answer.Type
    ) async throws -> Answer {
        for _ in 0..<5 {
            do {
                return try await callOnce(method, path: path, body: body, as: type)
            } catch let failure as CommandFailure where failure.exitCode == ExitCodes.tryAgain {
                try await Task.sleep(for: .seconds(2))
            }
        }
        return try await callOnce(method, path: path, body: body, as: type)
    }

    private func callOnce<Answer: Decodable>(
        _ method: String,
        path: String,
        body: (some Encodable)?,
        as type: Answer.Type
    ) async throws -> Answer {
        let client = try CurlClient(
            CurlConfiguration(connectTimeout: .seconds(5), tls: CurlTLS(authorityFile: authority))
        )
        defer { Task { await client.shutDown() } }
        let bytes = try body.map { try WireJSON.encode($0) }
        var last: CurlError?
        for address in addresses {
            let url = "https://\(try SiteAddress(address).host):\(port)\(path)"
            do {
                let response = try await client.perform(Self.request(method, url: url, bytes: bytes))
                return try Self.read(response, as: type, from: url)
            } catch let error as CurlError {
                last = error
            }
        }
        if let last, last.code == .tls, !last.isRetriable {
            throw CommandFailure(
                "notConnected",
                message:
                    "the server at \(addresses.joined(separator: ", ")) port \(port) cannot prove that it belongs to the site. A bundle works only at the server that made it, and both clocks must be right (\(last.message))",
                exitCode: ExitCodes.unavailable
            )
        }
        throw CommandFailure(
            "notConnected",
            message:
                "the site's registrar does not answer at \(addresses.joined(separator: ", ")) port \(port): check that "
                + "the site's server runs and that the network allows port \(port)"
                + (last.map { " (\($0.message))" } ?? ""),
            exitCode: ExitCodes.unavailable,
            isRetriable: true
        )
    }

    private static func request(_ method: String, url: String, bytes: [UInt8]?) -> CurlRequest {
        CurlRequest(
            method,
            url: url,
            headers: bytes == nil ? [:] : ["Content-Type": "application/json"],
            body: bytes.map { .bytes($0) } ?? .none,
            timeout: .seconds(20),
            maximumResponseBytes: 262_144
        )
    }

    private static func read<Answer: Decodable>(
        _ response: CurlResponse,
        as type: Answer.Type,
        from url: String
    ) throws -> Answer {
        guard response.status == 200 else {
            // Absent is nil: the message of another server is not shown.
            if let refusal = try? WireJSON.decode(Refusal.self, from: response.body) {
                throw CommandFailure(
                    refusal.error.code,
                    message: refusal.error.message,
                    exitCode: refusal.error.code == SiteErrorCode.revoked.rawValue
                        ? ExitCodes.notAuthorized : refusal.error.retriable ? ExitCodes.tryAgain : ExitCodes.input,
                    isRetriable: refusal.error.retriable
                )
            }
            throw CommandFailure.input(
                "\(url) answers \(response.status), so it is not a registrar: check the "
                    + "address and port"
            )
        }
        do {
            return try WireJSON.decode(type, from: response.body)
        } catch {
            throw CommandFailure.input("\(url) does not answer like a registrar: check the address and port")
        }
    }
}

/// The renewal of a hub's certificates.
enum Renewal {
    /// Renews the certificates that are due.
    ///
    /// - Returns: Whether any was renewed.
    /// - Throws: ``SiteError``, ``CommandFailure``.
    @discardableResult
    static func run(_ membership: Membership, record: MembershipRecord, all: Bool = false) async throws -> Bool {
        guard let renewing = try membership.renewal(Date(), all: all) else { return false }
        let client = RegistrarClient(
            addresses: record.addresses,
            port: record.registrarPort,
            authority: membership.authority
        )
        let answer = try await client.call(
            "POST",
            path: "/v1/renew",
            body: renewing.request,
            as: MemberCertificates.self
        )
        try membership.finish(renewing, answer: answer)
        return true
    }
}
