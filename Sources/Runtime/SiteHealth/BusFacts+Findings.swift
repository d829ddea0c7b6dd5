internal import BusContract
package import Foundation
internal import MessageBus
internal import VitalRecords

extension BusFacts {
    /// The age of a waiting record from which it is mentioned, in seconds.
    private static let oldAge = 900

    /// The problems on the bus.
    ///
    /// - Parameters:
    ///   - hasRadio: Whether the hub has a radio; without one, missing radio actors are not a problem.
    ///   - startsImporter: Whether the hub starts an importer, so that a missing one is a problem.
    package func findings(now: Date, hasRadio: Bool = true, startsImporter: Bool = false) -> [Finding] {
        if let failure {
            return [
                Finding(
                    "broker",
                    status: .wrong,
                    words: failure,
                    wayOut: "start the hub with 'vitalbus up', or name it with --state"
                )
            ]
        }
        return [Finding("broker", status: .ok, words: "reachable, and accepts this account")]
            + actorFindings(hasRadio, startsImporter: startsImporter)
            + (hasRadio ? radio(now) + passiveFindings + deviceFindings : []) + SessionFindings(sessions: sessions).all
            + deliveries
            + standstills(now)
            + disbelief
    }

    private func actorFindings(_ hasRadio: Bool, startsImporter: Bool) -> [Finding] {
        let radio: [BusRole] = hasRadio ? [.deviceReader, .bleScanner] : []
        let needed = ([BusRole.sessionManager] + radio + [.uploader]).map(\.rawValue)
        var found: [Finding] = []
        for actor in needed {
            let mine = actors.filter { $0.key.hasPrefix("\(actor)/") }
            if mine.values.contains("online") {
                found.append(Finding(actor, status: .ok, words: "online"))
            } else {
                let word = mine.values.sorted().first ?? "never seen here"
                found.append(
                    Finding(
                        actor,
                        status: .wrong,
                        words: word,
                        wayOut: "start it, and read its log: a whole hub starts with 'vitalbus up'",
                        kind: .init("processAway", parts: ["actor": actor])
                    )
                )
            }
        }
        found += optionalFindings(startsImporter)
        for (name, health) in health.sorted(by: { $0.key < $1.key }) where actors[name] == "online" {
            found += health.problems.map {
                // Without it nothing is assigned or delivered; everything else continues.
                Finding(
                    name,
                    status: $0.code == "storeNotNewest" ? .wrong : .warning,
                    words: $0.message,
                    kind: .init("reported", parts: ["actor": name, "words": $0.message])
                )
            }
        }
        return found
    }

    /// The optional actors, if one was ever seen or should have been.
    private func optionalFindings(_ startsImporter: Bool) -> [Finding] {
        [BusRole.healthImporter, .ocrWorker].compactMap { role in
            let actor = role.rawValue
            let mine = actors.filter { $0.key.hasPrefix("\(actor)/") }.values
            let missing = startsImporter && role == .healthImporter ? "never seen here" : nil
            guard let word = mine.min() ?? missing else { return nil }
            return mine.contains("online")
                ? Finding(actor, status: .ok, words: "online")
                : Finding(
                    actor,
                    status: .warning,
                    words: word,
                    wayOut: "read its log, and start it if you use it",
                    kind: .init("processAway", parts: ["actor": actor])
                )
        }
    }

    private func radio(_ now: Date) -> [Finding] {
        guard let adapter else {
            return [
                Finding(
                    "adapter",
                    status: .wrong,
                    words: "its state was never published",
                    wayOut: "ble-scanner reports it; check whether it is online"
                )
            ]
        }
        let check = "adapter"
        if let problem = adapter.problem {
            return [Finding(check, status: .wrong, words: problem)]
        }
        guard adapter.present else {
            return [
                Finding(
                    check,
                    status: .wrong,
                    words: "no Bluetooth adapter",
                    wayOut: "plug one in; check that bluetoothd is running"
                )
            ]
        }
        guard adapter.powered else {
            return [
                Finding(
                    check,
                    status: .wrong,
                    words: "switched off",
                    wayOut: "bluetoothctl power on, or rfkill unblock bluetooth"
                )
            ]
        }
        if let cause = adapter.cause {
            let words = "\(cause): no device is received; in a quiet room this is normal"
            return [
                Finding(
                    check,
                    status: .warning,
                    words: words,
                    wayOut: "if devices are nearby, replug or replace the adapter"
                )
            ]
        }
        let heard =
            adapter.lastAdvertisement.map { "\(max(0, Int(clamping: now.timeIntervalSince($0)))) s ago" } ?? "never"
        let words = "on, \(adapter.discovering ? "scanning" : "not scanning"), last advert \(heard)"
        guard let last = adapter.lastCause, let recovered = adapter.recovered else {
            return [Finding(check, status: .ok, words: words)]
        }
        let age = max(0, Int(clamping: now.timeIntervalSince(recovered)))
        return [Finding(check, status: .ok, words: "\(words); \(last) ended \(age) s ago")]
    }

    private var passiveFindings: [Finding] {
        guard let passive else { return [] }
        let numbers = passive.peripheralIDs.map(String.init).joined(separator: ", ")
        let none = "no model is read automatically; 'vitalbus passive set 3000' reads every cuff in range"
        return [Finding("passive", status: .ok, words: numbers.isEmpty ? none : "read automatically: \(numbers)")]
    }

    private var deliveries: [Finding] {
        guard let queue else {
            return [
                Finding(
                    "queue",
                    status: .wrong,
                    words: "its length is unknown",
                    wayOut: "check that session-manager is online",
                    kind: .init("queueUnknown")
                )
            ]
        }
        var found: [Finding] = []
        if let paused = queue.paused {
            found.append(
                Finding(
                    "destination",
                    status: .wrong,
                    words: "paused: \(paused)",
                    wayOut: "check its base URL, the network and the token; records are kept meanwhile",
                    kind: .init("paused", parts: ["words": paused], mend: .processQueue)
                )
            )
        }
        let words = "\(queue.pending) waiting, \(queue.leased) being sent, \(queue.rejected) rejected"
        if let age = queue.oldestSeconds, age > Self.oldAge {
            found.append(
                Finding(
                    "queue",
                    status: .wrong,
                    words: "\(words), the oldest for \(age) s",
                    wayOut:
                        "check that uploaders are online and the API is reachable; then vitalbus session queue --now",
                    kind: .init(
                        "queueOld",
                        parts: ["count": "\(queue.pending)"],
                        span: TimeInterval(age),
                        mend: .processQueue
                    )
                )
            )
        } else {
            found.append(Finding("queue", status: .ok, words: words))
        }
        if let count = queue.rejectedLately, count > 0 { found.append(Self.refused(count, error: queue.rejectedError)) }
        if queue.held > 0 {
            found.append(
                Finding(
                    "held readings",
                    status: .warning,
                    words: "\(queue.held) need a person's decision",
                    wayOut:
                        "vitalbus held shows why; then vitalbus held confirm, or device assign for all readings of a device",
                    kind: .init("held", parts: ["count": "\(queue.held)"], mend: .decide)
                )
            )
        }
        return found
    }
    /// Records that the server rejected within the last day, which are not retried automatically.
    private static func refused(_ count: Int, error: String?) -> Finding {
        let why = error.map { ", the last with \($0)" } ?? ""
        return Finding(
            "rejected records",
            status: .warning,
            words: "the server rejected \(count) within the last day\(why)",
            wayOut:
                "vitalbus session queue --rejected shows why; once it is fixed, vitalbus record retry --all --since 1d",
            kind: .init("rejected", parts: ["count": "\(count)", "words": error ?? ""], mend: .retryRecords)
        )
    }
}
