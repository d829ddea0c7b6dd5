internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The sessions that a held reading may belong to, and the texts for a nurse when the session manager refuses.
struct HeldSessions {
    /// The largest number of a seat's sessions offered, the newest first.
    static let most = 64

    let time: PageTime
    /// When the reading was measured; nil if unknown.
    let measured: Date?

    /// Whether a session was open at the measurement, so that the user need not choose.
    func fits(_ sessions: [SessionPage.Entry]) -> Bool {
        guard let measured else { return false }
        return sessions.contains { entry in
            entry.session.startedAt <= measured && (entry.endedAt.map { $0 > measured } ?? true)
        }
    }

    /// The choices, without the default user's sessions, which keep no readings.
    func models(_ sessions: [SessionPage.Entry]) -> [[String: Any]] {
        let rows = SessionRows(time: time)
        return sessions.filter { !$0.session.defaultUser }.prefix(Self.most).map { entry in
            let parts = [
                "who": rows.who(entry.session), "from": time.text(entry.session.startedAt),
                "until": entry.endedAt.map(time.text) ?? time.language["session.running"],
            ]
            return ["id": entry.session.sessionID, "words": time.language["held.sessionChoice", parts]]
        }
    }
}

/// Texts for refusals of held readings; the session manager has one code for several reasons, so its message tells them
/// apart.
enum HeldRefusal {
    /// Part of the session manager's message, and the name of the text shown instead.
    static let texts: [(part: String, text: String)] = [
        ("had no session when it was measured", "refused.noSession"),
        ("the time of measurement is unknown", "refused.noTime"), ("of it is held now, not", "refused.changed"),
        ("an earlier revision of it was given to another person", "refused.another"),
        ("its key is closed", "refused.erased"), ("the default user's readings are not stored", "refused.defaultUser"),
        ("the reading was discarded, merged", "refused.decided"),
        ("the reading was given to another session", "refused.decided"),
        ("the reading has an owner", "refused.decided"), ("the reading still breaks a rule", "refused.rule"),
    ]

    /// The same refusal in a nurse's words; unknown messages are shown as they are.
    static func told(_ error: PageError) -> PageError {
        if error.isUnusual { return PageError(error.code, text: "refused.unusual") }
        if error.code == .notFound { return PageError(.notFound, text: "error.reading") }
        guard let words = error.words, let text = texts.first(where: { words.contains($0.part) })?.text else {
            return error
        }
        return PageError(error.code, text: text)
    }
}
