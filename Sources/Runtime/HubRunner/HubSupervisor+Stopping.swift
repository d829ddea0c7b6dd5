internal import BusContract
internal import LocalBroker
internal import MessageBus
internal import Processes

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension HubSupervisor {
    static let terminate = SIGTERM

    /// Who ends when, and until when the next ones wait for them; the last limit ends all that is left.
    private static let stages: [(roles: Set<BusRole>, limit: Duration)] = [
        ([.bleScanner, .deviceReader, .healthImporter, .ocrWorker], .milliseconds(2500)),
        ([.uploader], .milliseconds(6500)),
        ([.sessionManager], .milliseconds(8500)),
    ]

    /// Stops all, unless a start is under way, which would leave behind what it starts.
    func stopUnlessStarting() async {
        guard starts == 0 else { return }
        await stop()
    }

    /// Stops all, in under 10 s: the radio's actors and the importer, the uploaders, the session manager, and the broker last.
    ///
    /// Each drains over a bus that still works. Nothing is lost when one is killed: what matters is on disk.
    public func stop() async {
        guard !isStopping else { return }
        isStopping = true
        let start = clock.now
        for stage in Self.stages {
            let names = specs.filter { stage.roles.contains($0.role) }.map(\.name)
            for name in names { children[name]?.send(Self.terminate) }
            while names.contains(where: { children[$0] != nil }), clock.now - start < stage.limit {
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        for (name, child) in children {
            sink.yield(.killed(child: name))
            await child.kill()
        }
        for task in tasks.values { await task.value }
        await broker?.stop()
        // It holds the lock of its directory.
        broker = nil
        unlock()
        sink.finish()
    }
}
