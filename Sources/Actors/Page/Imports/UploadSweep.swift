internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Deletes uploads whose imports have ended; one that waits for a person's word for a day at most.
struct UploadSweep: Sendable {
    /// How often it is looked, without an event.
    private static let interval = Duration.seconds(60)
    /// How long a held one waits, in seconds.
    static let patience: TimeInterval = 86_400
    /// So young an upload may not be known to its importer yet, in seconds.
    static let grace: TimeInterval = 60

    let uploads: UploadFolder
    let hubs: ImportHubs
    let environment: BusEnvironment
    let wake: WakeUp

    /// Looks again and again until cancelled.
    func run() async {
        while !Task.isCancelled {
            await sweep()
            await wake.wait(atMost: Self.interval, clock: environment.clock)
        }
    }

    private func sweep() async {
        let all = uploads.all
        guard !all.isEmpty else { return }
        let known = await hubs.local()
        // Where nobody answers, nobody says that an import has ended.
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

    /// Whether nobody needs an upload any more.
    ///
    /// - Parameters:
    ///   - states: What the importers of this machine say of it.
    ///   - isWhole: Whether all of them answered.
    ///   - age: How long it is there, in seconds.
    static func isSpent(_ states: [ImportState], isWhole: Bool, age: TimeInterval) -> Bool {
        if states.contains(where: { !$0.isEnded }) { return false }
        if states.contains(where: { $0.state == .held }) { return age > patience }
        return states.isEmpty ? isWhole && age > grace : true
    }
}
