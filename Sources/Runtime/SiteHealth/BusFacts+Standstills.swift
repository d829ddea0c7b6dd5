internal import BusContract
internal import Foundation
internal import MessageBus
internal import VitalRecords

/// Work that has not progressed for more than a minute, with its place, owner, cause and remedy.
extension BusFacts {
    /// How long work may wait without a finding, in seconds.
    private static let patience = 60
    /// How long work may wait before it counts as wrong, in seconds: an API may be unavailable for minutes without
    /// anyone's fault.
    private static let longPatience = 900

    func standstills(_ now: Date) -> [Finding] {
        (queue?.waiting ?? []).compactMap { waiting($0, now: now) } + handovers
    }

    /// A seat's records that do not reach their destination.
    private func waiting(_ work: QueueState.Waiting, now: Date) -> Finding? {
        let age = max(0, Int(clamping: now.timeIntervalSince(work.since)))
        guard age > Self.patience else { return nil }
        let words = "\(work.count) queued for \(work.apiVersion), the oldest for \(age) s"
        // Without an error, history is delivered as fast as the destination's limit permits.
        guard work.history < work.count || work.error != nil || cause(work) != nil else {
            return Finding(
                "seat \(work.seat)",
                status: .ok,
                words: "\(words): history, sent as fast as the destination's limit allows"
            )
        }
        let (why, wayOut) = cause(work) ?? Self.lastWord(work, now: now)
        let status: Finding.Status = age > Self.longPatience ? .wrong : .warning
        return Finding(
            "seat \(work.seat)",
            status: status,
            words: "\(words): \(why)",
            wayOut: wayOut,
            kind: .init(
                "waiting",
                parts: ["seat": work.seat, "count": "\(work.count)", "words": why],
                span: TimeInterval(age),
                mend: .processQueue
            )
        )
    }

    /// The problem of a destination or session as a whole.
    private func cause(_ work: QueueState.Waiting) -> (why: String, wayOut: String)? {
        if let paused = queue?.paused, paused.contains("\(work.apiVersion):") {
            return ("deliveries pause (\(paused))", "check the destination's base URL, the network and the token")
        }
        if !actors.contains(where: { $0.key.hasPrefix("\(BusRole.uploader)/") && $0.value == "online" }) {
            return ("no uploader is online", "start one: a whole hub starts with 'vitalbus up'")
        }
        let unserved = health.values.flatMap(\.problems).first {
            $0.code == "destinationUnserved" && $0.message.contains("'\(work.apiVersion)'")
        }
        if let unserved {
            let key = work.apiVersion == .file ? "directory" : "base-url"
            return (unserved.message, "set destination.\(work.apiVersion).\(key) for an uploader")
        }
        return nil
    }

    private static func lastWord(_ work: QueueState.Waiting, now: Date) -> (why: String, wayOut: String) {
        let look = "vitalbus session queue --seat \(work.seat)"
        let left = work.until.map { Int(clamping: $0.timeIntervalSince(now)) } ?? 0
        let until = left > 0 ? ", and the next one is in \(left) s" : ""
        guard let error = work.error else {
            return ("no attempt has failed yet\(until)", "\(look); vitalbus session queue --now")
        }
        let why =
            switch error {
            case "lookupUnanswered": "possibly sent; the server is being asked whether it has the record"
            case let code where code.hasPrefix("http"): "the server answered the last attempt with \(code.dropFirst(4))"
            default: "the last attempt failed (\(error))"
            }
        return (why + until, "\(look) lists them; the uploaders' logs have the server's answers")
    }

    /// Readings that a producer cannot hand over.
    var handovers: [Finding] {
        let producers = [BusRole.deviceReader, .healthImporter, .ocrWorker].map { "\($0)/" }
        return health.sorted { $0.key < $1.key }.compactMap { name, health in
            guard producers.contains(where: name.hasPrefix), let count = health.queueDepths["outbox"], count > 0,
                let age = health.oldestAgeSeconds, age > Self.patience
            else { return nil }
            let manager = actors.first { $0.key.hasPrefix("\(BusRole.sessionManager)/") }?.value ?? "never seen here"
            return Finding(
                name,
                status: age > Self.longPatience ? .wrong : .warning,
                words:
                    "\(count) readings wait for session-manager, the oldest for \(age) s; it is \(manager)",
                wayOut: "they are safe in its outbox; see its log and the log of session-manager for the reason",
                kind: .init("handover", parts: ["actor": name, "count": "\(count)"], span: TimeInterval(age))
            )
        }
    }

    /// Rejected messages, which show that a process or account of the site sends messages that it may not send.
    var disbelief: [Finding] {
        health.sorted { $0.key < $1.key }.compactMap { name, health in
            let counts = health.counters.filter {
                $0.key.hasPrefix("refused") && Self.forged.contains($0.key) && $0.value > 0
            }
            guard !counts.isEmpty else { return nil }
            let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            return Finding(
                name,
                status: .warning,
                words: "unauthorized messages were rejected since its start: \(words)",
                wayOut: "its log names the senders; see 'Not believed' in topics/README.md",
                kind: .init("disbelief", parts: ["actor": name, "words": words])
            )
        }
    }

    /// Messages that no process of VitalBus ever sends; late replies and answers count elsewhere.
    private static let forged: Set<String> = Set(
        [Refusals.Reason.source, .replyTopic, .worker, .outcome, .hub, .kind, .retained].map(\.rawValue)
    )
}
