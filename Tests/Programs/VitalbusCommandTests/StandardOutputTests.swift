import Foundation
import Synchronization
import SystemPackage
import Testing
import VitalbusCommand

@Suite("Standard output")
struct StandardOutputTests {
    @Test("a command that writes to a full disk does not exit with success")
    func aFullDisk() async throws {
        let told = Mutex<[String]>([])
        let file = try FileDescriptor.open(FilePath("/dev/full"), .writeOnly)
        let code = await run(StandardOutput(file)) { line in told.withLock { $0.append(line) } }
        try file.close()
        #expect(code == 74)
        #expect(told.withLock { $0 }.count == 1)
        #expect(told.withLock { $0 }.first?.contains("standard output cannot be written") == true)
    }

    @Test("a reader that stops early is not a failure, and neither is complete output")
    func isRead() async throws {
        _ = signal(SIGPIPE, SIG_IGN)
        let pipe = try FileDescriptor.pipe()
        let output = StandardOutput(pipe.writeEnd)
        #expect(await run(output) { Issue.record("\($0)") } == 0)
        try pipe.readEnd.close()
        #expect(await run(output) { Issue.record("\($0)") } == 0)
        try pipe.writeEnd.close()
    }

    private func run(_ output: StandardOutput, err: @escaping @Sendable (String) -> Void) async -> Int32 {
        let environment = CommandEnvironment(out: { output.line($0) }, err: err, outputFailure: { output.failure })
        return await CommandEnvironment.$current.withValue(environment) { await VitalbusProgram.run(["--version"]) }
    }
}
