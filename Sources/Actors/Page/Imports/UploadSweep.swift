internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Deletes uploads after their imports have ended, and held ones after a day.
struct UploadSweep: Sendable {
    /// How often to sweep without an event.
    private static let interval = Duration.seconds(60)
    /// How long a held upload waits for confirmation, in seconds.
    static let patience: TimeInterval = 86_400
    /// The age below which the importer may not know an upload yet, in seconds.
    static let grace: TimeInterval = 60

    let context: ActorContext
    let imports: ImportParts

    private var environment: BusEnvironment { context.environment }

    /// Sweeps repeatedly until cancelled.
    func run() async {
        while !Task.isCancelled {
            await sweep()
            await imports.wake.wait(atMost: Self.interval, clock: environment.clock)
        }
    }

    private func sweep() async {
        let (uploads, hubs) = (imports.uploads, imports.hubs)
        let all = uploads.all
        guard !all.isEmpty else { return }
        let known = await hubs.local()
        // Without an importer there is no report that an import has ended.
        guard !known.isEmpty else { return }
        for upload in all {
            var (states, isWhole) = ([ImportState](), true)
            for hub in known {
                do {
                    if let state = try await hubs.state(upload.id, hub: hub, as: Rights(role: .page, seat: nil)) {
                        states.append(state)
                    }
                } catch {
                    isWhole = false
                }
            }
            let age = upload.time.map { environment.now().timeIntervalSince($0) } ?? .infinity
            if Self.isSpent(states, isWhole: isWhole, age: age) { uploads.remove(upload) }
        }
    }

    /// Whether an upload is no longer needed.
    ///
    /// - Parameters:
    ///   - states: The states that this machine's importers report for it.
    ///   - isWhole: Whether all importers answered.
    ///   - age: The upload's age, in seconds.
    static func isSpent(_ states: [ImportState], isWhole: Bool, age: TimeInterval) -> Bool {
        if states.contains(where: { !$0.isEnded }) { return false }
        if states.contains(where: { $0.state == .held }) { return age > patience }
        return states.isEmpty ? isWhole && age > grace : true
    }
}
