internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import SiteHealth

/// Describes a problem in a language.
struct ProblemView {
    /// The largest number of problems shown above the tiles.
    static let most = 6
    /// Problems shown elsewhere: on the tiles, in the menu, or for administrators under `/admin` if they do not affect
    /// care.
    private static let elsewhere: Set<String> = [
        "noSession", "noSessions", "leftover", "destinationRefused", "held", "rejected", "waiting", "reported",
        "clockUnkept",
        "certificateDue", "noBackup", "backupOfOlder", "slowBroker", "unreadable", "disbelief",
    ]

    let time: PageTime
    /// Whether the viewer can fix problems, and so sees commands and buttons.
    let isFull: Bool

    private var language: PageTexts.Language { time.language }

    /// Problems that a person at a bed can act on, or that make values of a bed late or wrong.
    private static let atBed: Set<String> = [
        "hubSilent", "hubGone", "linkDown", "radio", "clockWrong", "deviceFailed", "deviceNotPaired", "deviceLacks",
    ]
    /// The processes without which a hub reads no device.
    private static let readers: Set<String> = [BusRole.bleScanner.rawValue, BusRole.deviceReader.rawValue]

    /// The problems shown above the tiles: all that need attention for operators, otherwise those at a bed.
    static func short(_ findings: [Finding], for rights: Rights) -> [Finding] {
        findings.filter { rights.operates ? needsAttention($0) : isAtBed($0) }
    }

    private static func needsAttention(_ finding: Finding) -> Bool {
        let name = finding.kind?.name ?? ""
        return !elsewhere.contains(name) || (name == "reported" && finding.status == .wrong)
    }

    private static func isAtBed(_ finding: Finding) -> Bool {
        guard let kind = finding.kind else { return false }
        return atBed.contains(kind.name) || isReaderGone(kind)
    }

    /// Whether a process without which a hub reads no device has stopped or hangs.
    static func isReaderGone(_ kind: Finding.Kind) -> Bool {
        guard ["processOffline", "processHangs"].contains(kind.name), let actor = kind.parts["actor"] else {
            return false
        }
        return readers.contains { actor.hasPrefix($0) }
    }

    func model(_ finding: Finding) -> [String: Any] {
        var model: [String: Any] = [
            "words": words(finding), "isWrong": finding.status == .wrong,
            "status": language["problem.\(finding.status == .wrong ? "wrong" : "warning")"],
        ]
        if let kind = finding.kind, let advice = language.words["mend.\(kind.name)"] { model["advice"] = advice }
        guard isFull else { return model }
        if let wayOut = finding.wayOut { model["command"] = wayOut }
        if let mend = finding.kind?.mend { model["act"] = act(mend) }
        return model
    }

    private func words(_ finding: Finding) -> String {
        guard let kind = finding.kind, language.words["problem.\(kind.name)"] != nil else {
            return "\(finding.check): \(finding.words)"
        }
        var parts = kind.parts
        if let cause = parts["cause"], let words = language.words["radio.\(cause)"] { parts["words"] = words }
        if let span = kind.span { parts["span"] = time.span(span) }
        if let since = kind.since { parts["since"] = time.short(since) }
        if let hub = parts["hub"] {
            let isServer = hub == BusAddress.siteHub
            parts["hub"] = language[isServer ? "problem.server" : "problem.hub", ["hub": hub]]
        }
        let sentence = language["problem.\(kind.name)", parts]
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    /// The button or link that fixes a problem.
    private func act(_ mend: Finding.Mend) -> [String: Any] {
        switch mend {
        case .processQueue: ["kind": "processQueue", "name": language["act.processQueue"]]
        case .retryRecords: ["kind": "retryRecords", "name": language["act.retryRecords"]]
        case .forgetDevice(let hub, let device):
            [
                "kind": "forgetDevice", "hub": hub, "device": device, "name": language["act.forgetDevice"],
                "sure": language["act.forgetSure"],
            ]
        case .startSession(let seat): ["link": "/admin/sessions#seat-\(seat)", "name": language["act.startSession"]]
        case .decide: ["link": "/held", "name": language["nav.held"]]
        }
    }
}
