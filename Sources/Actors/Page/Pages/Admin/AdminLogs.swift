internal import Foundation
internal import Hummingbird
internal import MessageBus

/// The page with the last log lines of this machine's processes.
struct AdminLogs: Sendable {
    let desk: AdminDesk

    func add(to router: Router<PageContext>) {
        router.get("admin/logs") { request, context in try await page(request, context: context) }
    }

    private func page(_ request: Request, context: PageContext) async throws -> Response {
        let session = try desk.session(context)
        let files = LogTail.names(in: desk.parts.machine.state)
        let asked = request.uri.queryParameters["of"].map(String.init)
        var page = desk.page("logs", context: context)
        page["files"] = files.map { ["name": $0, "isThis": $0 == asked] as [String: Any] }
        page["isJournal"] = files.isEmpty
        page["command"] = LogTail.journal
        if let asked {
            guard files.contains(asked) else { throw PageError(.notFound, text: "error.page") }
            page["file"] = asked
            page["lines"] = LogTail.lines(of: asked, in: desk.parts.machine.state).joined(separator: "\n")
        }
        desk.parts.audit.note(session, what: "logs", about: asked, at: desk.now)
        return try page.response("adminLogs")
    }
}

/// The logs that `vitalbus up` keeps in the state folder; processes that systemd runs log to the journal.
enum LogTail {
    /// How many bytes to read from the end of a file.
    private static let bytes: UInt64 = 64 << 10
    /// The largest number of lines shown.
    static let most = 200
    /// The command that shows the journal's lines.
    static let journal = "journalctl -u 'vitalbus*' -n 200"

    private static func folder(_ state: String) -> String { "\(state)/log" }

    /// The names of the processes with a log in the state folder.
    static func names(in state: String) -> [String] {
        // Absent is nil: a hub that systemd runs has no such folder.
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder(state))) ?? []
        return found.filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }.sorted()
    }

    /// The last lines of a process, the oldest first.
    ///
    /// - Parameter name: One of ``names(in:)``.
    static func lines(of name: String, in state: String) -> [String] {
        guard let file = FileHandle(forReadingAtPath: "\(folder(state))/\(name).log") else { return [] }
        // Cleanup: the file was only read.
        defer { try? file.close() }
        // Absent is nil: a log that cannot be read has no lines.
        guard let end = try? file.seekToEnd(), (try? file.seek(toOffset: end - min(end, bytes))) != nil,
            let data = try? file.readToEnd()
        else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)
        // The first line may be incomplete.
        return lines.dropFirst(end > bytes ? 1 : 0).suffix(most).map(plain)
    }

    /// A line without the control characters that move a cursor.
    private static func plain(_ line: Substring) -> String {
        String(
            String.UnicodeScalarView(line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        )
    }
}
