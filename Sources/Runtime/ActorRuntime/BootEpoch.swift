internal import FoundationEssentials
internal import Processes

/// The number of a process's start, greater than that of every earlier start even if the clock went back.
struct BootEpoch: Hashable {
    /// The number.
    let number: Int64
    /// Whether the stored number was damaged.
    let wasDamaged: Bool

    /// Takes the next number and stores it on disk twice, so that a damaged file cannot stop the process forever.
    ///
    /// If both copies are damaged, the last change in their folder replaces the last start's time. It may be too early
    /// if the clock was ahead at an earlier start.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory` if it cannot be written.
    static func next(_ path: String, now: Date) throws -> BootEpoch {
        let copies = [path, "\(path).copy"]
        let known = copies.compactMap(stored)
        let wasDamaged = copies.contains { FileManager.default.fileExists(atPath: $0) && stored($0) == nil }
        let last = known.max() ?? (wasDamaged ? lastChange(beside: path) : 0)
        // In range: both a stored number and a date's milliseconds are below 2^62.
        let number = max(last + 1, milliseconds(now))
        for copy in copies {
            do {
                try PrivateFile.replace(copy, bytes: Array(String(number).utf8))
            } catch {
                throw RuntimeError(
                    .stateDirectory,
                    message: "\(copy) cannot be written: \(error.fileWords)",
                    errno: error.fileErrno
                )
            }
        }
        return BootEpoch(number: number, wasDamaged: wasDamaged)
    }

    private static func stored(_ path: String) -> Int64? {
        // Absent is nil: an existing copy that cannot be read counts as damaged.
        guard let bytes = try? PrivateFile.read(path, limit: 32),
            let number = Int64(String(decoding: bytes, as: UTF8.self)), 0..<(1 << 62) ~= number
        else { return nil }
        return number
    }

    private static func lastChange(beside path: String) -> Int64 {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        // Absent is nil: then the wall clock decides.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let changes = names.compactMap { name in
            try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate] as? Date
        }
        return changes.map(milliseconds).max() ?? 0
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }
}
