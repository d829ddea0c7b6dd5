import Curl
import Foundation
import Testing
import ValidicSimulator

@Suite struct ProgramTests {
    @Test("The journal survives kill -9, and the program exits with 0 on SIGTERM")
    func journal() async throws {
        let folder = try Scratch.make()
        defer { Scratch.remove(folder) }
        let arguments = [
            "--user", "org:ann-1:token-ann", "--repeats", "blind-lookup", "--journal",
            folder.appending(path: "journal").path,
        ]
        let first = try await SimulatorProcess(arguments)
        var fixture = Fixture(base: "http://127.0.0.1:\(first.port)", client: try CurlClient())
        for logID in ["a", "b", "a"] { #expect(try await fixture.post(logID).status == 201) }
        #expect(await first.end(with: SIGKILL) == SIGKILL)

        // A truncated line was never answered.
        let handle = try FileHandle(forWritingTo: folder.appending(path: "journal"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"act":"cre"#.utf8))
        try handle.close()

        let second = try await SimulatorProcess(arguments)
        fixture = Fixture(base: "http://127.0.0.1:\(second.port)", client: try CurlClient())
        #expect(try await fixture.post("c").status == 201)
        let summary = try await fixture.summary()
        #expect(summary.accepted == 3 && summary.creates == 4 && summary.duplicates == 1)
        let ids = try await fixture.send(
            "GET",
            "/organizations/org/users/ann-1/measurements?token=token-ann&start_date=2026-02-24&end_date=2026-02-24"
        )
        #expect(ids.json("data", "3", "log_id") == "c")
        #expect(await second.end(with: SIGTERM) == 0)

        let third = try await SimulatorProcess(arguments)
        fixture = Fixture(base: "http://127.0.0.1:\(third.port)", client: try CurlClient())
        #expect(try await fixture.summary().creates == 4)
        #expect(await third.end(with: SIGTERM) == 0)
    }

    @Test("The program uses a configuration file and a Unix socket")
    func configurationFile() async throws {
        let folder = try Scratch.make()
        defer { Scratch.remove(folder) }
        let file = folder.appending(path: "config.json")
        let text = """
            {"users":[{"organization":"org","uid":"ann-1","token":"token-ann"}],"repeats":"conflict",
            "faults":[{"kind":"status","status":502,"count":1}]}
            """
        try Data(text.utf8).write(to: file)
        let socket = folder.appending(path: "s").path
        let process = try await SimulatorProcess(["--config", file.path, "--unix-socket", socket])
        let client = try CurlClient(CurlConfiguration(unixSocket: socket))
        let fixture = Fixture(base: "http://simulator", client: client)
        #expect(try await fixture.post("a").status == 502)
        #expect(try await fixture.post("a").status == 201)
        #expect(try await fixture.post("a").status == 409)
        #expect(try await fixture.summary().repeats == 1)
        #expect(await process.end(with: SIGTERM) == 0)
    }
}
