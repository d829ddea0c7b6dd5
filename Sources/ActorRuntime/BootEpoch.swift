internal import FoundationEssentials

/// The number of a process's start: greater than that of every earlier start, even if the clock went back.
enum BootEpoch {
    /// Takes the next number and remembers it on disk.
    ///
    /// - Throws: ``RuntimeError`` `stateDirectory` when the file is damaged or cannot be written.
    static func next(_ path: String, now: Date) throws -> Int64 {
        var stored: Int64 = 0
        if FileManager.default.fileExists(atPath: path) {
            let text = (try? PrivateFile.read(path, limit: 32)).map { String(decoding: $0, as: UTF8.self) }
            guard let number = text.flatMap({ Int64($0) }), number >= 0, number < Int64.max else {
                throw RuntimeError(.stateDirectory, "\(path) is damaged: delete it while the clock is right")
            }
            stored = number
        }
        let milliseconds = (now.timeIntervalSince1970 * 1000).rounded()
        let epoch = max(stored + 1, Int64(exactly: milliseconds) ?? 0)
        do {
            try PrivateFile.replace(path, Array(String(epoch).utf8))
        } catch {
            throw RuntimeError(.stateDirectory, "\(path) cannot be written: \(error)")
        }
        return epoch
    }
}
