import Foundation

extension RoundCount {
    /// Where a reading ended.
    enum Fate: Equatable {
        /// At the server, on as many people.
        case atServer(people: Int)
        /// Among what its ended session did not send.
        case unsynced
        /// It waits for an owner.
        case held
        /// Where it ought to be it is not, and where it is instead.
        case lost(Trace)
    }

    /// What is left of a lost reading.
    enum Trace: String {
        case unsynced = "listed as not sent by a session that nobody ended"
        case held = "held although a session ran"
        case none = "nowhere"
    }

    /// Where a reading ended.
    func fate(of reading: Commitment) -> Fate {
        let there = reading.names.count { journal.accepted[$0] != nil }
        if there > 0 { return .atServer(people: there) }
        if reading.ended.contains(where: { kept.unsynced[$0.logID] != nil }) { return .unsynced }
        let isHeld = kept.held.contains(reading.readingKey)
        if reading.mayBeHeld, isHeld { return .held }
        if reading.names.contains(where: { kept.unsynced[$0.logID] != nil }) { return .lost(.unsynced) }
        return .lost(isHeld ? .held : .none)
    }

    /// What is lost, a line for each device and trace.
    var losses: [String] {
        var found: [String: [Int64]] = [:]
        for reading in committed {
            guard case .lost(let trace) = fate(of: reading) else { continue }
            found["device \(reading.device), \(trace.rawValue)", default: []].append(reading.at)
        }
        return found.map {
            "lost: \($1.count) of \($0), committed from \(Self.time($1.min())) to \(Self.time($1.max()))"
        }
        .sorted()
    }

    private static func time(_ milliseconds: Int64?) -> String {
        Date(timeIntervalSince1970: Double(milliseconds ?? 0) / 1_000).formatted(
            .iso8601.time(includingFractionalSeconds: true)
        )
    }
}
