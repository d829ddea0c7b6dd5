internal import ActorRuntime
internal import ArgumentParser
internal import BLEScannerActor
internal import DeviceReaderActor
internal import HealthImporterActor
internal import HomeAssistantActor
internal import PageActor
internal import RegistrarActor
internal import SessionManagerActor
internal import SystemCalls
internal import UploaderActor

/// The actors that this executable runs when started by their names.
///
/// All processes of one executable share its code in memory. The OCR worker is a separate program, because it links
/// networks and picture libraries that no other actor needs.
enum ActorPrograms {
    private static let all: [(name: String, command: any AsyncParsableCommand.Type)] = [
        row(BLEScanner.self), row(DeviceReader.self), row(HealthImporter.self), row(HomeAssistant.self),
        row(Page.self), row(Registrar.self), row(SessionManager.self), row(Uploader.self),
    ]

    private static func row<Program: ActorProgram>(
        _ program: Program.Type
    ) -> (name: String, command: any AsyncParsableCommand.Type) {
        (Program.Actor.name, ActorCommand<Program>.self)
    }

    /// The names of the actors.
    static var names: [String] { all.map(\.name) }

    /// The command of an actor; nil if no actor has the name.
    static func command(_ name: String) -> (any AsyncParsableCommand.Type)? {
        all.first { $0.name == name }?.command
    }

    private enum BLEScanner: ActorProgram {
        typealias Actor = BLEScannerActor
        static let abstract = "Scans for Bluetooth health devices and publishes which are in range."
    }

    private enum DeviceReader: ActorProgram {
        typealias Actor = DeviceReaderActor
        static let abstract = "Reads Bluetooth health devices into its outbox."
    }

    private enum HealthImporter: ActorProgram {
        typealias Actor = HealthImporterActor
        static let abstract = "Makes records from data that people exported from their phones."

        // Import, store and bus take turns, and an arena per thread would double the memory in use.
        static func prepare() { HeapSettings.limitArenas(to: 2) }
    }

    private enum HomeAssistant: ActorProgram {
        typealias Actor = HomeAssistantActor
        static let abstract = "Publishes a site to Home Assistant and runs the commands given there."
    }

    private enum Page: ActorProgram {
        typealias Actor = PageActor
        static let abstract = "Serves a site's web page and accepts decisions and values from it."
    }

    private enum Registrar: ActorProgram {
        typealias Actor = RegistrarActor
        static let abstract = "Issues certificates to the hubs of a site."
    }

    private enum SessionManager: ActorProgram {
        typealias Actor = GuardedSessionManager
        static let abstract = "Owns sessions, assignments, the delivery queue and the notifications of a site."
    }

    private enum Uploader: ActorProgram {
        typealias Actor = UploaderActor
        static let abstract = "Delivers queued records to the cloud API. Any number may run."
    }
}

/// An actor as a program.
private protocol ActorProgram {
    associatedtype Actor: HubActor
    /// Its line in `--help`.
    static var abstract: String { get }
    /// Configures the process before any other work.
    static func prepare()
}

extension ActorProgram {
    static func prepare() {}
}

/// The command line of an actor's process.
private struct ActorCommand<Program: ActorProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Program.Actor.name,
            abstract: Program.abstract,
            discussion: ActorProcess.discussion(Program.Actor.self),
            version: VitalBus.version
        )
    }

    @OptionGroup var options: ActorOptions

    func run() async throws {
        Program.prepare()
        await ActorProcess.main(Program.Actor.self, options: options, platform: .vitalBus)
    }
}
