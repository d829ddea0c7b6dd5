internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// The command `vitalbus session`.
struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Start, end and show sessions, and the records that wait.",
        subcommands: [
            SessionStart.self, SessionEnd.self, SessionShow.self, SessionList.self, SessionRetry.self,
            SessionQueue.self,
        ]
    )

    /// What a sealed token is bound to.
    static let tokenContext = "session-token"
    private static let tokenLimit = 4096

    /// The access token, from a file or standard input; never an argument, which everybody on the machine could read.
    static func token(_ file: String?, _ environment: CommandEnvironment) throws -> String {
        let bytes: [UInt8]
        let source = file ?? "standard input"
        if let file {
            bytes = try SecretFile.read(file)
        } else if let typed = try environment.secret("Access token (not shown):", tokenLimit + 1) {
            bytes = typed
        } else {
            bytes = environment.input(tokenLimit + 2)
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= tokenLimit, !text.contains(where: \.isWhitespace) else {
            throw CommandFailure.input(
                "no access token in \(source): give one line of at most \(tokenLimit) bytes, by --token-file or standard input"
            )
        }
        return text
    }

    /// The session for people.
    static func text(_ view: SessionView) -> String {
        let who =
            view.defaultUser
            ? "the default user" : "user \(view.userID ?? "-") of organization \(view.organizationID ?? "-")"
        return "seat \(view.seat): \(who), \(view.apiVersion), since \(LocalTime.text(view.startedAt)), "
            + "validated: \(view.validated), session \(view.sessionID)"
    }
}
