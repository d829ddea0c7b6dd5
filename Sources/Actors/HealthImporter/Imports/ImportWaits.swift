internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Tracks stalled imports and files, because a person who put a file into a folder waits for its records.
struct ImportWaits {
    /// How long a wait may last before it is reported, in seconds.
    static let patience = 60.0

    /// The reason why a folder's files wait.
    enum Missing: Sendable, Hashable {
        /// The seat has no session of a person.
        case session
        /// The person's session subscribes to no sample types.
        case types
    }

    private struct Wait {
        let since: Date
        var reason: String
    }

    /// The imports being retried, by seat.
    private var imports: [String: Wait] = [:]
    /// The waiting files of each folder, with the reason.
    private var files: [String: (seat: String, count: Int, missing: Missing, since: Date)] = [:]

    /// Records why a seat's import waits; the time of the first reason is kept.
    mutating func begin(seat: String, reason: String, at now: Date) {
        imports[seat] = Wait(since: imports[seat]?.since ?? now, reason: String(reason.prefix(256)))
    }

    /// Records that a seat's import ended.
    mutating func end(seat: String) { imports[seat] = nil }

    /// Forgets seats without an import.
    mutating func keep(_ seats: [String]) { imports = imports.filter { seats.contains($0.key) } }

    /// Records how many files of a folder wait, and why.
    mutating func setFiles(_ count: Int, seat: String, folder: String, for missing: Missing = .session, at now: Date) {
        files[folder] = count == 0 ? nil : (seat, count, missing, files[folder]?.since ?? now)
    }

    /// Forgets folders that are no longer watched.
    mutating func keep(folders: [String]) { files = files.filter { folders.contains($0.key) } }

    /// The first 16 waits that have lasted longer than a minute.
    func problems(_ now: Date) -> [WireFault] {
        let imports = imports.sorted { $0.key < $1.key }.filter { isLate($0.value.since, now: now) }.map { seat, wait in
            "an import of seat \(seat) has waited for \(age(wait.since, now: now)) s: \(wait.reason)"
        }
        let files = files.sorted { $0.key < $1.key }.filter { isLate($0.value.since, now: now) }.map { _, wait in
            "\(wait.count) files in the folder of seat \(wait.seat) have waited for \(age(wait.since, now: now)) s "
                + wait.missing.words(seat: wait.seat)
        }
        return (imports + files).prefix(16).map { WireFault(code: "importsWait", message: $0, retriable: true) }
    }

    private func isLate(_ since: Date, now: Date) -> Bool { now.timeIntervalSince(since) > Self.patience }

    private func age(_ since: Date, now: Date) -> Int { Int(clamping: now.timeIntervalSince(since)) }
}

extension ImportWaits.Missing {
    fileprivate func words(seat: String) -> String {
        switch self {
        case .session: "for a session: start one with 'vitalbus session start --seat \(seat)', or remove the files"
        case .types:
            "for a choice of sets: 'vitalbus health subscribe --seat \(seat) routine', or another set"
        }
    }
}
