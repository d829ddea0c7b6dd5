internal import ActorRuntime
internal import BusContract
internal import CodedErrors
internal import Foundation
internal import HubRunner
internal import SiteHealth
internal import StoreEngine
internal import SystemCalls

/// The state of this machine.
struct MachineFacts: Sendable {
    /// No correctly set clock is before this (2025-01-01); a machine without a clock battery starts in 1970.
    private static let earliest = Date(timeIntervalSince1970: 1_735_689_600)

    let place: HubPlace
    let variables: [String: String]

    /// The problems of this machine.
    func findings(now: Date) -> [Finding] {
        var found = [state, space, siteKey, place.hasRadio ? systemBus : noRadio, clock(now)]
        found += StoreDoubt.find(in: place.layout.state).map {
            Finding("session manager's database", status: .wrong, words: $0.words, wayOut: $0.wayOut)
        }
        if let isSolo = place.isSolo {
            found.append(Finding("readings", status: .ok, words: LiveHub.rule(isSolo: isSolo)))
        }
        if place.hasOwnBroker {
            found.insert(mosquitto(variables), at: 0)
            found += BrokerSessions(directory: place.layout.broker)?.findings ?? []
        }
        return found
    }

    /// Whether a broker can be started here.
    func mosquitto(_ variables: [String: String]) -> Finding {
        let folders =
            ["/usr/sbin", "/usr/local/sbin"] + (variables["PATH"] ?? "").split(separator: ":").map(String.init)
        guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/mosquitto") })
        else {
            return Finding("mosquitto", status: .wrong, words: "not installed", wayOut: "apt-get install mosquitto")
        }
        return Finding("mosquitto", status: .ok, words: "\(folder)/mosquitto")
    }

    private var noRadio: Finding {
        Finding("radio", status: .ok, words: "none, as configured; 'vitalbus up --radio bluetooth' starts one")
    }

    private var state: Finding {
        let path = place.layout.state
        guard FileManager.default.fileExists(atPath: path) else {
            return Finding(
                "state directory",
                status: .wrong,
                words: "\(path) is missing",
                wayOut: "'vitalbus up' creates it; --state names another one"
            )
        }
        guard !place.isService else {
            return Finding("state directory", status: .ok, words: "\(path), owned by the hub's user")
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            return Finding(
                "state directory",
                status: .wrong,
                words: "\(path) is not writable",
                wayOut: "check its owner and rights"
            )
        }
        return Finding("state directory", status: .ok, words: path)
    }

    private var space: Finding {
        guard let space = DiskSpace(at: place.layout.state) else {
            return Finding(
                "disk",
                status: .warning,
                words: "its free space is unknown",
                wayOut: "df \(place.layout.state)"
            )
        }
        // Absent is nil: then only the free bytes count. A file system without a fixed number of files reports 0 nodes.
        let nodes = try? FileManager.default.attributesOfFileSystem(forPath: place.layout.state)
        guard nodes?[.systemNodes] as? Int ?? 0 == 0 || nodes?[.systemFreeNodes] as? Int != 0 else {
            return Finding(
                "disk",
                status: .wrong,
                words: "has no free inodes, so no file can be created",
                wayOut: "delete files that are not needed: df -i \(place.layout.state)"
            )
        }
        let disk = DiskJudgement(.init(freeBytes: space.freeBytes, totalBytes: space.totalBytes))
        guard let trouble = disk.trouble else { return Finding("disk", status: .ok, words: disk.words) }
        return Finding("disk", status: trouble.status, words: trouble.words, wayOut: trouble.wayOut)
    }

    private var siteKey: Finding {
        guard !place.isService || FileManager.default.isReadableFile(atPath: place.layout.state) else {
            return Finding(
                "site key",
                status: .ok,
                words: "\(place.siteKey), readable by the hub's user only; 'sudo vitalbus doctor' checks it"
            )
        }
        do {
            _ = try place.loadSiteKey()
            return Finding(
                "site key",
                status: .ok,
                words: "\(place.siteKey), readable by its owner only, and no other user can replace it"
            )
        } catch {
            return Finding(
                "site key",
                status: .wrong,
                words: (error as? any WordedError)?.message ?? "\(place.siteKey) cannot be read",
                wayOut:
                    "if it is missing, copy the site's key there with mode 0600 ('vitalbus up' creates one for a new site)"
            )
        }
    }

    private var systemBus: Finding {
        let address = variables["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
        guard
            let path = address.split(separator: ",").first.flatMap({ text in
                text.hasPrefix("unix:path=") ? String(text.dropFirst("unix:path=".count)) : nil
            })
        else { return Finding("system D-Bus", status: .ok, words: "another address is set: \(address)") }
        guard FileManager.default.fileExists(atPath: path) else {
            return Finding(
                "system D-Bus",
                status: .warning,
                words: "no socket at \(path)",
                wayOut: "apt-get install dbus bluez; needed if this machine has the radio"
            )
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            return Finding(
                "system D-Bus",
                status: .wrong,
                words: "\(path) is not accessible",
                wayOut: "check this user's permissions"
            )
        }
        return Finding("system D-Bus", status: .ok, words: path)
    }

    private func clock(_ now: Date) -> Finding {
        now >= Self.earliest
            ? Finding("clock", status: .ok, words: "its date is plausible")
            : Finding(
                "clock",
                status: .wrong,
                words: "was never set",
                wayOut: "timedatectl set-ntp true: readings are assigned to sessions by their time"
            )
    }
}
