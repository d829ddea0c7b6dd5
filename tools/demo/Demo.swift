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
        if let hubs { return try await runSite(hubs) }
        let folder = try LineFolder(state)
        let run = DemoRun(folder: folder, isOnce: once, uploaders: uploaders, mayRedraw: !noTable)
        do {
            let verdict = try await run.run()
            if once { Self.write(verdict.json, to: .standardOutput) }
            guard !once || verdict.isGood else {
                Self.write("vitalbus-demo: \(verdict.words); files are kept in \(folder.path)", to: .standardError)
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

    /// Runs a site with several hubs until each hub's readings are at the cloud, and says how many are.
    private func runSite(_ hubs: Int) async throws {
        let folder = try LineFolder(state)
        do {
            let verdict = try await SiteDemo(folder: folder, hubs: hubs).run()
            Self.write(verdict.json, to: .standardOutput)
            guard verdict.isGood else {
                Self.write("vitalbus-demo: \(verdict.words); files are kept in \(folder.path)", to: .standardError)
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

    /// Writes a line.
    static func write(_ line: String, to file: FileHandle) {
        try? file.write(contentsOf: Data("\(line)\n".utf8))
    }
}
