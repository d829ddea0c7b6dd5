internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import SiteRecords

/// The commands `vitalbus integration …`.
struct IntegrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "integration",
        abstract: "Manage broker accounts for programs such as Home Assistant or Node-RED.",
        subcommands: [AddIntegration.self, ListIntegrations.self, RemoveIntegration.self],
        defaultSubcommand: ListIntegrations.self
    )
}

private struct AddIntegration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Create an account for a program that listens. Only Home Assistant can also act.",
        discussion: """
            The program receives events and states of its hubs. It sees measured values only with --values: the \
            newest ones of each named seat are retained on vitals/SEAT/METRIC.

            With --home-assistant it also sees the topics of the home-assistant process and may press its buttons: \
            pair, read, and decide whose a held reading is. The account works as soon as the command returns.
            """
    )

    @Argument(help: "The account's name: a-z, 0-9 and '-'.") var name: String
    @Option(help: ArgumentHelp("A hub whose events it receives; may be repeated. Default: all.", valueName: "id"))
    var hub: [String] = []
    @Option(help: ArgumentHelp("A seat whose values it can read; may be repeated.", valueName: "seat"))
    var values: [String] = []
    @Flag(help: "The program is Home Assistant: it also sees devices and may press buttons.") var homeAssistant = false
    @Option(help: ArgumentHelp("Write the password to a file with mode 0600 instead of showing it.", valueName: "file"))
    var passwordFile: String?
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let place = try options.place(environment, mayCreate: true)
        try place.check(hubs: hub, seats: values)
        let lines = try place.add(
            { password in
                try AccessAccount(
                    name,
                    role: .integration,
                    hubs: hub.isEmpty ? nil : Array(Set(hub)),
                    values: Array(Set(values)),
                    homeAssistant: homeAssistant,
                    password: password,
                    added: Date()
                )
            },
            passwordFile: passwordFile
        )
        // Printed first, because the password is shown only once.
        for line in lines { environment.out(line) }
        try await place.settle(environment)
        for line in try hints(place) { environment.out(line) }
    }

    private func hints(_ place: AccessPlace) throws -> [String] {
        guard !homeAssistant else { return try place.homeAssistantSteps(name) }
        let (record, root) = (try place.access.record(), "vitalbus/v1/\(place.plan.site)")
        let hubs = hub.isEmpty ? ["+"] : hub
        let topics =
            hubs.map { "-t '\(root)/\($0)/event/readingQueued'" }
            + values.map { "-t '\(root)/site/vitals/\($0)/+'" }
        return [
            "mosquitto_sub -h \(record.address) -p \(record.port) --cafile \(place.access.authority(place.plan.server)) "
                + "-u \(name) -P PASSWORD -V 5 -v \(topics.joined(separator: " "))"
        ]
    }
}

private struct ListIntegrations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List programs' accounts, with the hubs and values that each can read."
    )

    @OptionGroup var options: AccessOptions
    @Flag(help: "Print JSON.") var json = false

    private struct Line: Encodable {
        let name: String
        let hubs: [String]?
        let values: [String]
        let added: Date
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let lines = try options.place(environment).access.accounts().filter(\.isProgram).map {
            Line(name: $0.name, hubs: $0.hubs, values: $0.values, added: $0.added)
        }
        try environment.list(lines, json: json, none: "none: 'vitalbus integration add NAME' creates one") { line in
            let values = line.values.isEmpty ? "none" : line.values.joined(separator: ", ")
            return "\(line.name)  hubs \(line.hubs?.joined(separator: ", ") ?? "all")  values of \(values)  since "
                + line.added.ISO8601Format()
        }
    }
}

private struct RemoveIntegration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a program's account. Its connections end within seconds."
    )

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let place = try options.place(environment)
        try place.access.remove(name, isProgram: true)
        try await place.settle(environment)
        environment.out("the account '\(name)' is removed; it may still hold data that it received earlier")
    }
}
