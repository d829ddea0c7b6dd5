internal import BusContract
internal import MessageBus

/// How far imports are, as their importers tell it while they read.
actor ImportStates {
    /// The most imports that are remembered; the one that was told of first is forgotten first.
    private static let most = 200

    private var latest: [String: ImportState] = [:]
    private var order: [String] = []

    /// Takes an event of an import; other messages change nothing.
    func note(_ message: BusMessage) {
        let levels = message.levels
        let names = [HealthTopics.importProgress.descriptor.name, HealthTopics.importCompleted.descriptor.name]
        guard levels.count == 6, levels[4] == "event", names.contains(levels[5]),
            // Absent is nil: what cannot be read is no event.
            let state = try? Envelope<ImportState>.decode(message.payload).data, state.hub == levels[3]
        else { return }
        // Progress that comes after the end is from before it.
        guard levels[5] == names[1] || !(latest[state.importID]?.isEnded ?? false) else { return }
        if latest.updateValue(state, forKey: state.importID) == nil { order.append(state.importID) }
        if order.count > Self.most { latest[order.removeFirst()] = nil }
    }

    /// A state as it is listed, with what was told since.
    func newest(_ listed: ImportState) -> ImportState {
        guard !listed.isEnded, let told = latest[listed.importID], told.hub == listed.hub else { return listed }
        return told
    }
}

extension ImportState {
    /// Whether it reads no more.
    var isEnded: Bool { state != .waiting && state != .running }
}
