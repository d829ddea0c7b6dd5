import Curl
import Foundation
import Testing

@Suite(.serialized)
struct CurlSafetyTests {
    @Test("A redirect is returned to the caller")
    func redirectHandedOver() async throws {
        try await TestServer.with { server in
            let url = server.base + "/redirect?to=/echo"
            let response = try await CurlClient().perform(CurlRequest(url: url))
            #expect(response.status == 302 && response.redirectURL == server.base + "/echo")
            #expect(try await Seen(server).requests == ["GET /redirect", "GET /seen"])
        }
    }

    @Test("Redirects are followed on request: within the origin, for GET only")
    func redirectFollowed() async throws {
        try await TestServer.with { server in
            let client = try CurlClient(CurlConfiguration(redirects: .followSameOrigin(limit: 2)))
            let url = server.base + "/redirect?to=/echo"
            #expect(try await client.perform(CurlRequest(url: url)).status == 200)
            #expect(try await client.perform(CurlRequest("POST", url: url, body: .bytes([1]))).status == 302)
        }
    }

    @Test(
        "Redirects to another host or port, and endless ones, are refused",
        arguments: ["http://localhost:PORT/echo", "http://127.0.0.1:1/echo", "/redirect?to=/redirect%3Fto=/redirect"]
    )
    func redirectRefused(target: String) async throws {
        try await TestServer.with { server in
            let client = try CurlClient(CurlConfiguration(redirects: .followSameOrigin(limit: 2)))
            let escaped = target.replacing("PORT", with: "\(server.port)").replacing("?", with: "%3F")
            let loop = target.hasPrefix("/redirect") ? "/redirect?to=/redirect%3Fto=/redirect%253Fto=/redirect" : nil
            let url = server.base + (loop ?? "/redirect?to=" + escaped)
            let error = try await failure(of: CurlRequest(url: url), with: client)
            #expect(error.code == .redirectRefused && error.responseStatus == 302)
            #expect(try await !Seen(server).requests.contains("GET /echo"))
        }
    }

    @Test("A self-signed certificate is refused, and nothing was sent")
    func selfSigned() async throws {
        try await TestServer.with(.tls) { server in
            let request = CurlRequest(url: server.secureBase + "/echo")
            let error = try await failure(of: request, with: CurlClient())
            #expect(error.code == .tls && !error.possiblySent && !error.isRetriable)
            #expect(error.message.contains("unknown authority"))
            let trusting = CurlTLS(authorityFile: server.certificate)
            let client = try CurlClient(CurlConfiguration(tls: trusting))
            #expect(try await client.perform(request).status == 200)
            let blind = try CurlClient(CurlConfiguration(tls: CurlTLS(verifiesPeer: false)))
            #expect(try await blind.perform(request).status == 200)
        }
    }

    @Test("A certificate for another name is refused")
    func wrongName() async throws {
        try await TestServer.with(.tls) { server in
            let client = try CurlClient(CurlConfiguration(tls: CurlTLS(authorityFile: server.certificate)))
            let error = try await failure(of: CurlRequest(url: "https://127.0.0.1:\(server.port)/echo"), with: client)
            #expect(error.code == .tls && !error.possiblySent)
            #expect(error.message.contains("another name"))
        }
    }

    @Test("An expired certificate is refused, and its error says so")
    func expired() async throws {
        try await TestServer.with(.tls, days: -1) { server in
            let client = try CurlClient(CurlConfiguration(tls: CurlTLS(authorityFile: server.certificate)))
            let error = try await failure(of: CurlRequest(url: server.secureBase + "/echo"), with: client)
            #expect(error.code == .tls && !error.possiblySent && error.message.contains("has expired"))
        }
    }

    @Test("A replaced authority is trusted, and the former one is not")
    func replacedAuthority() async throws {
        try await TestServer.with(.tls) { former in
            try await TestServer.with(.tls) { next in
                let trusted = former.folder.appending(path: "trusted.pem")
                let tls = CurlTLS(authorityFile: trusted.path, authorityLifetime: .zero)
                let client = try CurlClient(CurlConfiguration(keepsAlive: false, tls: tls))
                try Data(contentsOf: URL(filePath: former.certificate)).write(to: trusted)
                #expect(try await client.perform(CurlRequest(url: former.secureBase + "/echo")).status == 200)
                try Data(contentsOf: URL(filePath: next.certificate)).write(to: trusted)
                #expect(try await client.perform(CurlRequest(url: next.secureBase + "/echo")).status == 200)
                let error = try await failure(of: CurlRequest(url: former.secureBase + "/echo"), with: client)
                #expect(error.code == .tls)
            }
        }
    }

    @Test("A client certificate is presented")
    func clientCertificate() async throws {
        try await TestServer.with(.tlsWithClientCertificate) { server in
            let request = CurlRequest(url: server.secureBase + "/echo", timeout: .seconds(60))
            let without = try CurlClient(CurlConfiguration(tls: CurlTLS(authorityFile: server.certificate)))
            _ = try await failure(of: request, with: without)
            var shown = request
            shown.identity = CurlIdentity(certificateFile: server.certificate, keyFile: server.key)
            #expect(try await without.perform(shown).status == 200)
            // A client without a certificate cannot reuse the connection of one that has it.
            _ = try await failure(of: request, with: without)
            let tls = CurlTLS(
                authorityFile: server.certificate,
                certificateFile: server.certificate,
                keyFile: server.key
            )
            let with = try CurlClient(CurlConfiguration(tls: tls))
            #expect(try await with.perform(request).status == 200)
        }
    }

    @Test(
        "Certificate checks can be off for this machine only",
        arguments: [
            ("https://localhost:1/", true), ("https://LOCALHOST:1/", true), ("https://127.1.2.3:1/", true),
            ("https://[::1]:1/", true), ("https://example.com/", false), ("https://127.0.0.1.example.com/", false),
            ("https://[::2]:1/", false), ("https://10.0.0.1/", false), ("https://localhost.example.com/", false),
        ]
    )
    func blindness(url: String, isAllowed: Bool) async throws {
        let client = try CurlClient(CurlConfiguration(tls: CurlTLS(verifiesPeer: false)))
        let error = try await failure(of: CurlRequest(url: url, timeout: .seconds(5)), with: client)
        #expect((error.code == .invalidConfiguration) == !isAllowed, "\(error)")
        #expect(!error.possiblySent)
    }

    @Test(
        "Configurations that are invalid or unsafe are refused",
        arguments: [
            CurlConfiguration(maximumConnections: 0),
            CurlConfiguration(maximumConnections: 2, maximumConnectionsPerHost: 3),
            CurlConfiguration(connectTimeout: .zero), CurlConfiguration(tls: CurlTLS(certificateFile: "/c")),
            CurlConfiguration(tls: CurlTLS(verifiesPeer: false), proxy: "http://p"),
            CurlConfiguration(userAgent: "a\r\nX: y"),
        ]
    )
    func badConfiguration(configuration: CurlConfiguration) {
        let error = #expect(throws: CurlError.self) { try CurlClient(configuration) }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test(
        "Requests that would break the message are refused",
        arguments: [
            CurlRequest(url: "http://127.0.0.1:1/", headers: ["X": "a\r\nY: b"]),
            CurlRequest(url: "http://127.0.0.1:1/", headers: ["X:": "a"]),
            CurlRequest(url: "http://127.0.0.1:1/", headers: ["": "a"]),
            CurlRequest("POST", url: "http://127.0.0.1:1/", headers: ["content-length": "4"]),
            CurlRequest("GE T", url: "http://127.0.0.1:1/"), CurlRequest(url: "http://user:word@127.0.0.1:1/"),
            CurlRequest(url: "ftp://127.0.0.1/"), CurlRequest(url: "file:///etc/passwd"),
            CurlRequest(url: "/only/path"), CurlRequest(url: "http://127.0.0.1:1/a b"), CurlRequest(url: ""),
            CurlRequest(url: "http://127.0.0.1:1/a\u{0}b"),
            CurlRequest(url: "http://127.0.0.1:1/", timeout: .zero),
        ]
    )
    func badRequest(request: CurlRequest) async throws {
        let error = try await failure(of: request, with: CurlClient())
        #expect(error.code == .invalidRequest && !error.possiblySent && !error.isRetriable)
    }

    @Test(
        "Errors and descriptions contain no secret",
        arguments: ["/reset", "/half", "/garbage", "/big?bytes=9999999"]
    )
    func secrets(path: String) async throws {
        try await TestServer.with { server in
            let separator = path.contains("?") ? "&" : "?"
            let request = CurlRequest(
                "POST",
                url: server.base + path + separator + "token=s3cr3t",
                headers: ["Authorization": "Bearer s3cr3t"],
                body: .bytes(Array("s3cr3t".utf8))
            )
            let error = try await failure(of: request, with: CurlClient())
            var dumped = ""
            dump(request, to: &dumped)
            dump(error, to: &dumped)
            dumped += "\(request) \(error) \(request.headers) \(error.localizedDescription)"
            #expect(!dumped.contains("s3cr3t") && dumped.contains("Authorization"))
        }
    }
}
