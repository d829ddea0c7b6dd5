import Curl
import Testing
import ValidicSimulator

@Suite struct FaultTests {
    @Test(
        "A fault in place of the API's answer refuses the record",
        arguments: [
            (#"{"kind":"status","status":503,"retryAfter":"7"}"#, 503, false),
            (#"{"kind":"status","status":500,"accepts":true}"#, 500, true), (#"{"kind":"captivePortal"}"#, 200, false),
            (#"{"kind":"redirect","location":"http://other.invalid/x"}"#, 302, false),
        ]
    )
    func instead(fault: String, status: Int, accepts: Bool) async throws {
        try await Fixture.with { fixture in
            try await fixture.set(faults: "[\(fault)]")
            let response = try await fixture.post("a")
            #expect(response.status == status)
            switch status {
            case 503: #expect(response.headers["Retry-After"] == "7" && response.json("errors", "0") != nil)
            case 200:
                #expect(response.text.hasPrefix("<!DOCTYPE"))
                #expect(response.headers["Content-Type"]?.hasPrefix("text/html") == true)
            case 302: #expect(response.redirectURL == "http://other.invalid/x")
            default: break
            }
            #expect(try await fixture.summary().creates == (accepts ? 1 : 0))
        }
    }

    @Test("A status fault has the legacy API's format on its paths")
    func legacyStatus() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(
                faults: #"[{"kind":"status","status":429,"retryAfter":"Wed, 21 Oct 2026 07:28:00 GMT"}]"#
            )
            let response = try await fixture.send("GET", "/v1/me.json")
            #expect(response.status == 429 && response.json("code") == "429")
            #expect(response.headers["retry-after"]?.hasSuffix("GMT") == true)
        }
    }

    @Test("A reset breaks the connection before or after the record was accepted", arguments: [true, false])
    func reset(after: Bool) async throws {
        try await Fixture.with { fixture in
            try await fixture.set(faults: #"[{"kind":"\#(after ? "resetAfter" : "resetBefore")","count":1}]"#)
            let error = await #expect(throws: CurlError.self) { try await fixture.post("a", isFresh: true) }
            #expect(error?.code == .connectionClosed && error?.possiblySent == true && error?.responseStatus == nil)
            // 56: received a reset. 52 would be an orderly close.
            #expect(error?.curlCode == 56)
            #expect(try await fixture.summary().creates == (after ? 1 : 0))
            #expect(try await fixture.post("a").status == (after ? 200 : 201))
        }
    }

    @Test("On a kept connection libcurl repeats the request after a reset: the server sees a repeat")
    func silentRepeat() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(faults: #"[{"kind":"resetAfter","count":1}]"#)
            let response = try await fixture.post("a")
            #expect(response.status == 200 && response.sendAttempts == 2)
            let summary = try await fixture.summary()
            #expect(summary.creates == 1 && summary.repeats == 1)
        }
    }

    @Test("Half an answer ends early, but the record is stored")
    func half() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(faults: #"[{"kind":"halfAnswer","count":1}]"#)
            let error = await #expect(throws: CurlError.self) { try await fixture.post("a") }
            #expect(error?.code == .connectionClosed && error?.responseStatus == 201 && error?.curlCode == 18)
            #expect(try await fixture.summary().creates == 1)
        }
    }

    @Test("A stall before or after accepting runs into the client's timeout", arguments: [true, false])
    func stall(after: Bool) async throws {
        try await Fixture.with { fixture in
            let kind = after ? "stallAfter" : "stallBefore"
            try await fixture.set(faults: #"[{"kind":"\#(kind)","milliseconds":60000,"count":1}]"#)
            let error = await #expect(throws: CurlError.self) {
                try await fixture.post("a", timeout: .seconds(5))
            }
            #expect(error?.code == .timedOut && error?.possiblySent == true)
            #expect(try await fixture.summary().creates == (after ? 1 : 0))
        }
    }

    @Test("Answers are malformed", arguments: ["notJSON", "withoutID", "wrongContentType"])
    func spoiled(kind: String) async throws {
        try await Fixture.with { fixture in
            try await fixture.set(faults: #"[{"kind":"\#(kind)"}]"#)
            let response = try await fixture.post("a")
            #expect(response.status == 201)
            #expect((response.json("log_id") == nil) == (kind == "notJSON"))
            #expect((response.json("id") == nil) == (kind != "wrongContentType"))
            #expect(response.headers["Content-Type"]?.hasPrefix("text/html") == (kind == "wrongContentType"))
            #expect(try await fixture.summary().creates == 1)
        }
    }

    @Test("A dripping answer is complete in the end, and delayed ones are late")
    func slow() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(
                faults: #"[{"kind":"latency","milliseconds":200},{"kind":"drip","milliseconds":1,"path":"/data/"}]"#
            )
            let response = try await fixture.post("a")
            #expect(response.json("log_id") == "a")
            #expect(response.timings.firstByte >= .milliseconds(200))
            // From the start: a busy client reads the first byte late.
            #expect(response.timings.total >= .milliseconds(200 + response.body.count / 2))
        }
    }

    @Test("Faults follow count, skip, path, method and chance, the same for the same seed")
    func choice() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(
                faults: #"[{"kind":"status","count":1,"skip":1,"path":"measurements","method":"POST"}]"#
            )
            var statuses: [Int] = []
            for number in 0..<4 { statuses.append(try await fixture.post("a\(number)").status) }
            #expect(statuses == [201, 503, 201, 201])
            var runs: [[Int]] = []
            for run in 0..<2 {
                try await fixture.set(faults: #"[{"kind":"status","probability":0.5,"seed":7}]"#)
                var statuses: [Int] = []
                for number in 0..<20 { statuses.append(try await fixture.post("b\(run)-\(number)").status) }
                runs.append(statuses)
            }
            #expect(runs[0] == runs[1] && Set(runs[0]) == [201, 503])
            let unknown = try await fixture.send("POST", "/_control/faults", #"[{"kind":"explode"}]"#)
            #expect(unknown.status == 400)
        }
    }
}
