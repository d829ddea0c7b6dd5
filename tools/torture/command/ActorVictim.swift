import Foundation
import HubRunner
import Processes

/// One actor's process, started again as a supervisor does when it ends by itself.
actor ActorVictim: Victim {
    nonisolated let name: String
    private let command: ChildCommand
    private let freezeTime: Duration
    private var child: ChildProcess?
    private var watching: Task<Void, Never>?
    private var isStruck = false
    private var ends: [String] = []

    /// - Parameter freezeTime: How long a stopped process stays so.
    init(_ spec: ChildSpec, freezeTime: Duration) {
        name = spec.name
        self.freezeTime = freezeTime
        command = spec.command()
    }

    func start() async throws {
        let child = try await ChildProcess.start(command)
        self.child = child
        isStruck = false
        watching = Task { await self.watch(child) }
    }

    func suffer(_ strike: Strike) async throws {
        guard let child else { return }
        switch strike {
        case .freeze:
            child.send(SIGSTOP)
            try? await Task.sleep(for: freezeTime)
            child.send(SIGCONT)
        case .terminate(let down):
            isStruck = true
            await child.stop()
            try await comeBack(after: down)
        case .kill(let down), .killAndForget(let down), .killAndRemember(let down):
            isStruck = true
            await child.kill()
            try await comeBack(after: down)
        }
    }

    func stop() async {
        isStruck = true
        child?.send(SIGCONT)
        await child?.stop()
        child = nil
    }

    func ownEnds() -> [String] { ends }

    private func comeBack(after milliseconds: Int) async throws {
        try await Task.sleep(for: .milliseconds(milliseconds))
        try await start()
    }

    /// Notes an unexpected end, and starts the process again.
    private func watch(_ child: ChildProcess) async {
        let exit = await child.waitUntilExit()
        guard !isStruck, self.child === child else { return }
        ends.append("\(name) ended by itself: \(exit)")
        try? await Task.sleep(for: .milliseconds(500))
        guard !isStruck, self.child === child else { return }
        try? await start()
    }
}
