import ArgumentParser
import Foundation
import HubRunner
import SimulatedHub

/// A whole hub with simulated devices and a simulated cloud.
@main
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus-demo",
        abstract: "Runs a whole hub with simulated devices and cloud, and shows what happens. Ctrl-C stops everything."
    )

    @Flag(help: "Play a fixed scenario, print one line of JSON and exit; not 0 when anything is lost or doubled.")
    var once = false
    @Option(
        help: ArgumentHelp("Where state and logs are kept. Default: a directory that is removed.", valueName: "dir")
    )
    var state: String?
    @Option(help: ArgumentHelp("How many uploaders run.", valueName: "n")) var uploaders = 2
    @Option(
        help: ArgumentHelp(
            "Run a site with so many hubs (1 to 20), each with a cuff of its own and reached over TLS, in place of one machine.",
            valueName: "n"
        )
    )
    var hubs: Int?
    @Flag(help: "Print one line per change, also on a terminal.") var noTable = false

    func validate() throws {
        guard (1...20).contains(hubs ?? 1) else { throw ValidationError("--hubs goes from 1 to 20.") }
    }

    func run() async throws {
        let folder = try LineFolder(state)
        do {
            let outcome = try await outcome(in: folder)
            let isFixed = once || hubs != nil
            if isFixed { Self.write(outcome.json, to: .standardOutput) }
            guard !isFixed || outcome.isGood else {
                Self.write("vitalbus-demo: \(outcome.words); files are kept in \(folder.path)", to: .standardError)
                throw ExitCode(1)
            }
            folder.remove()
        } catch let error as ExitCode {
            throw error
        } catch {
            Self.write("vitalbus-demo: \(error); files are kept in \(folder.path)", to: .standardError)
            throw ExitCode(1)
        }
    }

    /// What a run came to: one line of JSON, whether it is as it should be, and what is wrong.
    private typealias Outcome = (json: String, isGood: Bool, words: String)

    private func outcome(in folder: LineFolder) async throws -> Outcome {
        if let hubs {
            let verdict = try await SiteDemo(folder: folder, hubs: hubs).run()
            return (verdict.json, verdict.isGood, verdict.words)
        }
        let verdict = try await DemoRun(folder: folder, isOnce: once, uploaders: uploaders, mayRedraw: !noTable).run()
        return (verdict.json, verdict.isGood, verdict.words)
    }

    /// Writes a line.
    static func write(_ line: String, to file: FileHandle) {
        try? file.write(contentsOf: Data("\(line)\n".utf8))
    }
}
