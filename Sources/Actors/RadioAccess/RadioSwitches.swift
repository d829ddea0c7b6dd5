internal import Foundation

/// The kernel's Bluetooth switches (https://docs.kernel.org/driver-api/rfkill.html).
///
/// bluetoothd 5.66 on kernel 6.12 does not report that an adapter is blocked; powering it just fails.
public struct RadioSwitches: Sendable {
    /// The folder in which the kernel lists the switches.
    public static let folder = "/sys/class/rfkill"

    private let folder: String

    /// Reads switches from a folder.
    public init(_ folder: String = RadioSwitches.folder) {
        self.folder = folder
    }

    /// The blocking switches by name, each with whether it is a hardware switch, which only a person can change.
    ///
    /// The switch of an adapter has the name of the last path component, for example `hci0`.
    public var blocked: [String: Bool] {
        // Absent is nil: a kernel without rfkill has no switches.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var blocked: [String: Bool] = [:]
        for name in names where text(name, file: "type") == "bluetooth" {
            let isHard = text(name, file: "hard") == "1"
            if isHard || text(name, file: "soft") == "1" { blocked[text(name, file: "name") ?? name] = isHard }
        }
        return blocked
    }

    private func text(_ name: String, file: String) -> String? {
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)/\(file)")
        return data.map { String(decoding: $0.prefix(64), as: UTF8.self).filter { !$0.isNewline } }
    }
}

/// The growing pauses between attempts at something that a person must fix.
public struct RetryPause: Sendable, Hashable {
    /// The pauses in order; the last one repeats.
    public static let steps: [Duration] = [.seconds(1), .seconds(5), .seconds(15), .seconds(30)]

    private var failures = 0

    /// Makes pauses that start with the shortest.
    public init() {}

    /// Records a failure.
    ///
    /// - Returns: The pause before the next attempt.
    public mutating func failed() -> Duration {
        defer { failures += 1 }
        return Self.steps[min(failures, Self.steps.count - 1)]
    }

    /// Starts over with the shortest pause, after a success or a change.
    public mutating func reset() {
        failures = 0
    }
}
