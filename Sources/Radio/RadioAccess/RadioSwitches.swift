internal import Foundation

/// The kernel's switches of Bluetooth (https://docs.kernel.org/driver-api/rfkill.html).
///
/// bluetoothd 5.66 on kernel 6.12 does not say that an adapter is blocked: switching it on just fails.
public struct RadioSwitches: Sendable {
    /// Where the kernel shows them.
    public static let folder = "/sys/class/rfkill"

    private let folder: String

    /// Names the folder of the switches.
    public init(_ folder: String = RadioSwitches.folder) {
        self.folder = folder
    }

    /// The switches that are off, by name, each with whether only a hand at the machine can change it.
    ///
    /// An adapter's own switch is named like the last part of its path, for example `hci0`.
    public var blocked: [String: Bool] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var blocked: [String: Bool] = [:]
        for name in names where text(name, "type") == "bluetooth" {
            let isHard = text(name, "hard") == "1"
            if isHard || text(name, "soft") == "1" { blocked[text(name, "name") ?? name] = isHard }
        }
        return blocked
    }

    private func text(_ name: String, _ file: String) -> String? {
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)/\(file)")
        return data.map { String(decoding: $0.prefix(64), as: UTF8.self).filter { !$0.isNewline } }
    }
}

/// The growing pauses between attempts at something that a person has to put right.
public struct RetryPause: Sendable, Hashable {
    /// The pauses, the last one for ever.
    public static let steps: [Duration] = [.seconds(1), .seconds(5), .seconds(15), .seconds(30)]

    private var failures = 0

    /// Makes pauses that begin with the shortest.
    public init() {}

    /// It failed once more.
    ///
    /// - Returns: How long to wait.
    public mutating func failed() -> Duration {
        defer { failures += 1 }
        return Self.steps[min(failures, Self.steps.count - 1)]
    }

    /// It succeeded, or something changed: the next pause is the shortest again.
    public mutating func reset() {
        failures = 0
    }
}
