internal import BusContract
internal import Foundation
internal import MessageBus

/// Findings about seats' sessions: whether they run, their rejected credentials, and the records left behind.
struct SessionFindings {
    /// The seats' states, by seat.
    let sessions: [String: SessionState]

    /// All findings: running sessions, the records they left, then seats without a session.
    var all: [Finding] {
        let active = sessions.values.filter(\.active).sorted { $0.seat < $1.seat }
        let stands = active.map { state in
            let words = "seat \(state.seat), validated: \(state.validated?.rawValue ?? "unknown")"
            return state.validated?.rawValue == SessionRetried.Validity.no.rawValue
                ? Finding(
                    "session",
                    status: .wrong,
                    words: words,
                    wayOut: "start it again with a valid token: vitalbus session start",
                    kind: .init("sessionRefused", parts: ["seat": state.seat], mend: .startSession(seat: state.seat))
                )
                : Finding("session", status: .ok, words: words)
        }
        var found = stands.summed(as: "session") { "\($0) seats have one that is not rejected" }
        found += active.compactMap(leftover) + active.flatMap(refusedElsewhere)
        found += sessions.values.filter { !$0.active }.sorted { $0.seat < $1.seat }.map(ended)
        if sessions.isEmpty {
            found.append(
                Finding(
                    "session",
                    status: .wrong,
                    words: "no seat has one",
                    wayOut: "vitalbus session start --seat SEAT …",
                    kind: .init("noSessions")
                )
            )
        }
        return found
    }

    /// Further destinations of a running session that no longer receive records.
    private func refusedElsewhere(_ state: SessionState) -> [Finding] {
        (state.endedDestinations ?? []).map { destination in
            Finding(
                "session",
                status: .wrong,
                words:
                    "seat \(state.seat): \(destination) rejected the person or the credentials and gets no records; other destinations do",
                wayOut: "vitalbus session start --seat \(state.seat) … names it again and sends the unsent records",
                kind: .init(
                    "destinationRefused",
                    parts: ["seat": state.seat, "destination": destination.rawValue],
                    mend: .startSession(seat: state.seat)
                )
            )
        }
    }

    /// Records that no current session of their seat delivers, because they belong to another user or destination.
    private func leftover(_ state: SessionState) -> Finding? {
        guard let count = state.unsyncedRecords, count > 0 else { return nil }
        return Finding(
            "session",
            status: .warning,
            words: "seat \(state.seat): \(count) records of an earlier session have not reached the server",
            wayOut:
                "vitalbus session queue --seat \(state.seat) --unsynced; they are sent when their user's session starts again",
            kind: .init("leftover", parts: ["seat": state.seat, "count": "\(count)"])
        )
    }

    /// A seat without a session, and the reason.
    private func ended(_ state: SessionState) -> Finding {
        let count = state.unsyncedRecords ?? 0
        let isRefused = state.endReason == .unauthorized
        let start = "vitalbus session start --seat \(state.seat)"
        guard isRefused || count > 0 else {
            return Finding(
                "session",
                status: .warning,
                words: "seat \(state.seat) has none",
                wayOut: "\(start) …",
                kind: .init("noSession", parts: ["seat": state.seat], mend: .startSession(seat: state.seat))
            )
        }
        let why =
            isRefused
            ? "the server rejected its credentials (unauthorized)"
            : "it ended (\(state.endReason?.rawValue ?? "unknown"))"
        return Finding(
            "session",
            status: .wrong,
            words: "seat \(state.seat) has none: \(why), \(count) records unsynced",
            wayOut: "\(start) … with a valid token: it takes over the same user's unsent records",
            kind: .init(
                isRefused ? "sessionRefused" : "sessionEnded",
                parts: ["seat": state.seat, "count": "\(count)"],
                mend: .startSession(seat: state.seat)
            )
        )
    }
}
