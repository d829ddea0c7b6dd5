internal import BusContract
internal import Files
internal import FoundationEssentials
internal import SystemCalls

/// The files by which a hub names a version to `vitalbus-update`, the unit of root that installs it.
///
/// The reader writes the request, and root's unit the status. The unit checks each request itself, because it does not
/// trust the reader.
struct UpdateDesk: Sendable {
    /// The status of root's unit; there is none while updates are off.
    static let standardStatus = "/var/lib/vitalbus-update/status"

    /// The file of the status: step, installed version, version before and problem, in one line; `-` for absent.
    let status: String
    /// The file of the request; nil where root's unit would not look for it.
    let request: String?

    /// The state of the hub's update.
    ///
    /// A request that the unit has not taken yet counts as `installing`: the status is still that of an earlier one.
    /// After five minutes the unit would not take it, and it no longer counts.
    func state(of hub: String, now: Date) -> HubVersion {
        guard request != nil, let words = line(status), words.count == 4 else {
            return HubVersion(hub: hub, step: .off)
        }
        var state = HubVersion(
            hub: hub,
            step: HubVersion.Step(rawValue: words[0] ?? ""),
            version: words[1],
            previous: words[2],
            problem: words[3].map { HubVersion.Problem(rawValue: $0) }
        )
        let isAtRest = [.idle, .returned, .failed].contains(state.step)
        if isAtRest, let waiting = waiting(now), waiting != state.version {
            state.step = .installing
            state.problem = nil
        }
        return state
    }

    /// How long root's unit takes a request, in seconds; the same as in `update-hub`.
    private static let freshness: TimeInterval = 300

    /// The version of a request that root's unit may still take; nil without one.
    private func waiting(_ now: Date) -> String? {
        guard let request, let written = FileStatus(at: request)?.modified else { return nil }
        let age = now.timeIntervalSince1970 - TimeInterval(written) / 1_000_000_000
        return age < Self.freshness ? line(request)?.first.flatMap(\.self) : nil
    }

    /// Names a version to root's unit.
    ///
    /// - Throws: `FileError` if the file cannot be written.
    func ask(_ version: String, keeps: Bool) throws {
        guard let request else { return }
        try PrivateFile.makeDirectory(String(request[..<(request.lastIndex(of: "/") ?? request.endIndex)]))
        try PrivateFile.replace(request, bytes: Array("\(version)\(keeps ? " keep" : "")\n".utf8))
    }

    /// The words of a file's first line; nil without the file.
    private func line(_ path: String) -> [String?]? {
        // Absent is nil: without its file nothing is under way.
        guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else { return nil }
        let words = text.prefix(300).split(separator: "\n").first?.split(separator: " ") ?? []
        return words.map { $0 == "-" ? nil : String($0) }
    }
}
