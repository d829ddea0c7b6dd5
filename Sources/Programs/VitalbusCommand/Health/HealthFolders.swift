internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus health folders`.
struct HealthFolders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folders",
        abstract: "Show the watched folders, or replace a seat's. Folders in the configuration file stay.",
        discussion: """
            Exports in a seat's folder belong to the person for whom its first file came. That person's phone may \
            continue to fill it. So files for the seat's next person are held until you name the folder again. \
            Folders are on the hub's machine.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat; required with folders.", valueName: "id")) var seat: String?
    @Argument(help: "The folders.") var folders: [String] = []
    @Flag(help: "Stop watching folders for the seat.") var none = false
    @Flag(help: "Print the folders as JSON.") var json = false

    func validate() throws {
        guard !none || folders.isEmpty else { throw ValidationError("--none and folders exclude each other") }
        guard seat != nil || (folders.isEmpty && !none) else { throw ValidationError("name the seat with --seat") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let paths = folders.map { URL(filePath: $0).standardizedFileURL.path }
        let found = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(ifNamed: seat)
            let body = ObserveFolders(seat: seat, paths: none || !paths.isEmpty ? paths : nil)
            return try await connection.requests.call(HealthTopics.observe, hub: hub.hub, body: body)
        }
        guard !json else { return try environment.json(found) }
        for folder in found.folders { environment.out("seat \(folder.seat): \(folder.path)") }
        if found.folders.isEmpty { environment.out("no folder is watched") }
    }
}

/// The command `vitalbus health imports`.
struct HealthImports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List imports, latest first, with held records and the reasons."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Flag(help: "Print the imports as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let found = try await place.connect { connection, hub in
            let body = ImportsRequest(seat: try await Resolver(connection, place: hub).seat(ifNamed: seat))
            return try await connection.requests.call(HealthTopics.imports, hub: hub.hub, body: body)
        }
        guard !json else { return try environment.json(found) }
        for state in found.imports {
            let why = state.error.map { ": \(EventLine.plain($0.message))" } ?? ""
            environment.out(
                "\(state.importID) seat \(state.seat ?? "-") \(state.origin) \(state.state), "
                    + HealthCommand.text(state) + why
            )
        }
        if found.imports.isEmpty { environment.out("nothing was imported") }
    }
}
