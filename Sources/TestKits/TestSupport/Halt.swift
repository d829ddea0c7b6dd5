internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Halts a process (SIGSTOP), and returns once each of its threads has stopped, or the process has ended.
///
/// Only one thread takes the signal (signal(7)). While it waits for a processor, the others run on, and may answer.
///
/// - Throws: ``NeverHappened``.
package func halt(_ processID: Int32) async throws {
    _ = kill(processID, SIGSTOP)
    let folder = "/proc/\(processID)/task"
    try await eventually("process \(processID) stands still") {
        // Absent is nil: the process or the thread has ended.
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.allSatisfy { thread in
            let text = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
            // The state follows the name in parentheses (proc(5)).
            let state = text?.split(separator: ")").last?.split(separator: " ").first
            return state.map { "TtZX".contains($0) } ?? true
        }
    }
}
