package import BusContract
package import Foundation
internal import MessageBus
internal import VitalRecords

/// Judges the health that one machine's processes publish, by the clock of the observer.
///
/// The retained availability stays `online` for an unplugged machine until its last will. Behind a bridge the will
/// never arrives, and over a half-open connection only after the broker's timeout. So silence decides, not the retained
/// word.
package struct HubLook: Sendable {
    /// The shortest silence that is reported, in seconds: three times the usual interval of health.
    package static let patience: TimeInterval = 90
    /// The allowed difference between two clocks, in seconds.
    static let apart: TimeInterval = 60
    /// The age of a backup from which it is reported, in seconds: a weekly one may be a day late.
    static let backupTerm: TimeInterval = 8 * 86_400
    /// The acknowledgement time from which the broker counts as slow, in milliseconds.
    static let slowBroker = 2_000.0

    /// The machine's hub; `site` for the server of a site.
    private let hub: String
    /// Whether this is the machine that runs the command.
    private let isHere: Bool
    private let facts: BusFacts
    private let now: Date
    /// The hub's answer when asked for the time.
    private let answer: HubAnswer
    /// Whether the command has checked the machine's disk itself.
    private let knowsDisk: Bool
    private let zone: TimeZone

    /// Creates a judgement of a machine.
    package init(
        hub: String,
        isHere: Bool,
        facts: BusFacts,
        now: Date,
        answer: HubAnswer = .notAsked,
        knowsDisk: Bool = false,
        zone: TimeZone = .current
    ) {
        (self.hub, self.isHere, self.facts, self.now) = (hub, isHere, facts, now)
        (self.answer, self.knowsDisk, self.zone) = (answer, knowsDisk, zone)
    }

    /// The hub's problems; empty if all is well.
    package var findings: [Finding] {
        guard let silence else { return hanging + [clock, disk, certificate, backup, broker].compactMap(\.self) }
        return [silence]
    }

    /// Whether the machine is silent.
    var isSilent: Bool { silence != nil }

    /// Whether the times of the machine's messages are implausible: it is silent, or its clock is wrong.
    package var isOfAnotherTime: Bool { isSilent || isAhead }

    /// The processes with availability `online`, their health, and when it was published by this machine's clock.
    private var online: [(name: String, health: ActorHealth, told: Date)] {
        var ahead: TimeInterval = 0
        if case .ahead(let seconds) = answer { ahead = seconds }
        return facts.told.sorted { $0.key < $1.key }.compactMap { name, told in
            guard facts.actors[name] == "online", let health = facts.health[name] else { return nil }
            return (name, health, told - ahead)
        }
    }

    private var isAhead: Bool { (online.map(\.told).max() ?? now).timeIntervalSince(now) > Self.apart }

    private var machines: [ActorHealth] { online.map(\.health) }

    /// How long a process may be silent, in seconds.
    private static func patience(_ health: ActorHealth) -> TimeInterval {
        max(patience, 3 * Double(health.intervalSeconds ?? 0))
    }

    private func isSilent(_ health: ActorHealth, told: Date) -> Bool {
        now.timeIntervalSince(told) > Self.patience(health)
    }

    private func finding(
        _ status: Finding.Status,
        words: String,
        wayOut: String,
        kind: String,
        span: TimeInterval? = nil
    ) -> Finding {
        Finding(
            hub,
            status: status,
            words: words,
            wayOut: isHere ? wayOut : "on \(hub): \(wayOut)",
            kind: .init(kind, parts: ["hub": hub, "words": words], span: span)
        )
    }

    /// The finding if none of the expected processes publishes.
    private var silence: Finding? {
        guard let last = online.max(by: { $0.told < $1.told }), isSilent(last.health, told: last.told) else {
            return nil
        }
        let span = LocalTime.span(now.timeIntervalSince(last.told))
        let isKept = machines.contains { $0.clock?.synchronized ?? true }
        return Finding(
            hub,
            status: .wrong,
            words: "has been silent for \(span) (since \(LocalTime.short(last.told, now: now, in: zone))): "
                + "is it plugged in?",
            wayOut: "check its power and network; on its machine: vitalbus doctor"
                + (isKept ? "" : ", and the date: its clock is not synchronized, and a slow clock looks like this"),
            kind: .init("hubSilent", parts: ["hub": hub], span: now.timeIntervalSince(last.told), since: last.told)
        )
    }

    /// Single processes that are `online` but silent, on a machine that is not.
    private var hanging: [Finding] {
        online.filter { isSilent($0.health, told: $0.told) }.map { name, _, told in
            let actor = name.split(separator: "/").first.map(String.init) ?? name
            return Finding(
                "\(hub) \(name)",
                status: .wrong,
                words: "reports online, but has been silent for \(LocalTime.span(now.timeIntervalSince(told)))",
                wayOut: (isHere ? "" : "on \(hub): ")
                    + "systemctl restart 'vitalbus-\(actor)*', or restart 'vitalbus up'; its log shows its last work",
                kind: .init(
                    "processHangs",
                    parts: ["hub": hub, "actor": actor],
                    span: now.timeIntervalSince(told),
                    since: told
                )
            )
        }
    }

    private var clock: Finding? {
        let mend = "timedatectl set-ntp true, and check that it reaches a time server"
        if case .ahead(let seconds) = answer, seconds.magnitude > Self.apart {
            let (span, side) = (LocalTime.span(seconds.magnitude), seconds > 0 ? "ahead of" : "behind")
            return finding(
                .wrong,
                words: "its clock is \(span) \(side) this machine's",
                wayOut: mend,
                kind: "clockWrong",
                span: seconds.magnitude
            )
        }
        // A message from the future shows a clock that is ahead; a clock that is behind looks like silence.
        if isAhead, let last = online.map(\.told).max() {
            let span = LocalTime.span(last.timeIntervalSince(now))
            let isGone = answer == .nothing ? ", and it does not answer: is it switched on?" : ""
            return finding(
                .wrong,
                words: "its clock was \(span) ahead of this machine's\(isGone)",
                wayOut: mend,
                kind: "clockWrong",
                span: last.timeIntervalSince(now)
            )
        }
        let clocks = machines.compactMap(\.clock)
        guard !clocks.isEmpty, !clocks.contains(where: \.synchronized) else { return nil }
        return finding(
            .warning,
            words: "its clock is not synchronized",
            wayOut: "\(mend); if the machine's host sets it, set clock.trusted",
            kind: "clockUnkept"
        )
    }

    private var disk: Finding? {
        guard !knowsDisk, let disk = machines.compactMap(\.disk).min(by: { $0.freeShare < $1.freeShare }) else {
            return nil
        }
        return DiskJudgement(disk).trouble.map { finding($0.status, words: $0.words, wayOut: $0.wayOut, kind: "disk") }
    }

    private var certificate: Finding? {
        let terms = online.compactMap { name, health, _ in health.certificate.map { (name: name, term: $0) } }
        guard let first = terms.min(by: { $0.term.ends < $1.term.ends }) else { return nil }
        let (ends, renewal) = (first.term.ends, first.term.renewal)
        let mend = Self.renewal(of: first.name)
        guard ends > now else {
            let words = "its certificate expired on \(LocalTime.text(ends, in: zone))"
            return finding(.wrong, words: words, wayOut: mend, kind: "certificateOver")
        }
        // Renewal is tried every hour, so it is reported only after an eighth of the remaining validity.
        guard now > renewal + ends.timeIntervalSince(renewal) / 8 else { return nil }
        let words = "its certificate expires in \(LocalTime.span(ends.timeIntervalSince(now))) and was not renewed"
        return finding(
            .warning,
            words: words,
            wayOut: mend,
            kind: "certificateDue",
            span: ends.timeIntervalSince(now)
        )
    }

    /// The way out for a certificate that was not renewed, by the process that presents it.
    private static func renewal(of name: String) -> String {
        let renewer: String? =
            name.hasPrefix("\(BusRole.registrar)/") ? "registrar" : name.hasPrefix("\(BusRole.page)/") ? "broker" : nil
        return renewer.map { "restart the \($0), which then renews it; its log shows the reason" } ?? "vitalbus renew"
    }

    private var backup: Finding? {
        let mend = "vitalbus backup FILE, every day, and keep the file elsewhere"
        let all = machines.compactMap(\.backup)
        if all.contains(where: { $0.isOfThisStore == false }) {
            let words = "the last backup dates from before an older copy of the database was accepted"
            return finding(.warning, words: words, wayOut: mend, kind: "backupOfOlder")
        }
        guard let since = all.compactMap(\.since).max(), now.timeIntervalSince(since) > Self.backupTerm else {
            return nil
        }
        let span = LocalTime.span(now.timeIntervalSince(since))
        let isFirst = all.allSatisfy { $0.made == nil }
        return finding(
            .warning,
            words: "no backup for \(span)\(isFirst ? ", and none before" : "")",
            wayOut: mend,
            kind: "noBackup",
            span: now.timeIntervalSince(since)
        )
    }

    private var broker: Finding? {
        guard let slow = machines.compactMap(\.brokerMilliseconds).max(), slow > Self.slowBroker else { return nil }
        return finding(
            .warning,
            words: "the broker took \(Int(clamping: slow)) ms to acknowledge a message",
            wayOut: "check the network to the broker and the load of its machine",
            kind: "slowBroker"
        )
    }
}

/// Judges whether a disk has enough room.
package struct DiskJudgement: Sendable {
    /// The free share below which a disk is reported.
    static let enough = 0.10
    /// The free share below which it is wrong, if it is also little in bytes, because a large disk may stay full for a
    /// long time.
    static let little: (share: Double, bytes: Int64) = (0.03, 2_000_000_000)
    /// The free space below which it is wrong whatever the disk's size, in bytes.
    static let least: Int64 = 200_000_000

    private let disk: ActorHealth.Disk

    /// Judges a disk.
    package init(_ disk: ActorHealth.Disk) { self.disk = disk }

    /// The free space in words.
    package var words: String {
        let free = disk.freeShare
        let full = Int(clamping: (100 - free * 100).rounded(.down))
        return "disk \(full) % full, \(disk.freeBytes / 1_000_000) MB free"
    }

    /// The problem of the disk; nil if it has room.
    package var trouble: (status: Finding.Status, words: String, wayOut: String)? {
        let isLittle = disk.freeShare < Self.little.share && disk.freeBytes < Self.little.bytes
        let isWrong = isLittle || disk.freeBytes < Self.least
        guard isWrong || disk.freeShare < Self.enough else { return nil }
        return (
            isWrong ? .wrong : .warning, words, "free some space: readings that cannot be written are not accepted"
        )
    }
}
