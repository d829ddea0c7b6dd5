import Processes
import SimulatedHub
import Testing

/// A broker that accepts connections but does not answer.
@Suite(.serialized) struct FrozenBrokerTests {
    @Test(arguments: ["doctor", "status"]) func itIsCalledFrozen(command: String) async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        try await RunningLine.with(settings) { line in
            try await line.hold("broker")
            let run = try await ProgramRun("vitalbus", [command, "--state", line.folder.state])
            try await line.letGo("broker")
            #expect(run.exit != .code(0) && run.text.contains("its process hangs"), "\(run.text)")
            #expect(!run.text.contains("all well"))
        }
    }
}
