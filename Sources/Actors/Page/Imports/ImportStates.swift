internal import BusContract
internal import MessageBus

/// The progress of imports, as their importers report it while they read.
actor ImportStates {
    /// The largest number of imports remembered; the one reported first is forgotten first.
    private static let most = 200

    private var latest: [String: ImportState] = [:]
    private var order: [String] = []

    /// Records an import event; other messages change nothing.
    func note(_ message: BusMessage) {
        let levels = message.levels
        let names = [HealthTopics.importProgress.descriptor.name, HealthTopics.importCompleted.descriptor.name]
        guard levels.count == 6, levels[4] == "event", names.contains(levels[5]),
            // Absent is nil: an unreadable message is not an event.
            let state = try? Envelope<ImportState>.decode(message.payload).data, state.hub == levels[3]
        else { return }
        // Progress that arrives after the end was sent before it.
        guard levels[5] == names[1] || !(latest[state.importID]?.isEnded ?? false) else { return }
        if latest.updateValue(state, forKey: state.importID) == nil { order.append(state.importID) }
        if order.count > Self.most { latest[order.removeFirst()] = nil }
    }

    /// A listed state, or the newer one that its importer has reported since.
    func newest(_ listed: ImportState) -> ImportState {
        guard !listed.isEnded, let told = latest[listed.importID], told.hub == listed.hub else { return listed }
        return told
    }
}

extension ImportState {
    /// Whether the importer has finished reading.
    var isEnded: Bool { state != .waiting && state != .running }
}
