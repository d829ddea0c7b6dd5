internal import ArgumentParser
internal import Foundation
internal import SiteRecords

/// The commands `vitalbus access …`.
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Set where programs and people reach this machine's broker.",
        subcommands: [ShowAccess.self, SetAccess.self, ShowAuthority.self],
        defaultSubcommand: ShowAccess.self
    )
}

private struct ShowAccess: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show addresses and ports.")

    @OptionGroup var options: AccessOptions
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let place = try options.place(environment)
        let record = try place.access.record()
        guard !json else { return try environment.json(record) }
        for line in try AccessWords.lines(record, isOpen: !place.access.accounts().isEmpty) { environment.out(line) }
    }
}

private struct SetAccess: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the addresses and ports where other machines reach the broker.",
        discussion: """
            Without --address the broker listens on this machine only. On other addresses it always uses TLS. The ports open \
            with the first account and close with the last one.
            """
    )

    @Option(
        help: ArgumentHelp(
            "A host name or IP address at which others reach this machine; may be repeated. none: this machine only.",
            valueName: "address"
        )
    )
    var address: [String] = []
    @Option(help: ArgumentHelp("The port with TLS.", valueName: "port")) var port: Int?
    @Option(help: ArgumentHelp("A port without TLS, for this machine only, or none.", valueName: "port"))
    var plainPort: String?
    @Option(help: ArgumentHelp("Where the port without TLS listens: 127.0.0.1.", valueName: "address"))
    var plainAddress = "127.0.0.1"
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        guard ["127.0.0.1", "localhost"].contains(plainAddress) else {
            throw CommandFailure.input(
                "without TLS the broker listens at 127.0.0.1 only, not at '\(plainAddress)': passwords and values would cross the network unencrypted. For other machines give --address and use the TLS port"
            )
        }
        let place = try options.place(environment, mayCreate: true)
        let last = try place.access.record()
        let record = try AccessRecord(
            addresses: address.isEmpty ? last.addresses : address == ["none"] ? [] : address,
            port: port ?? last.port,
            plainPort: plainPort == nil ? last.plainPort : try plain()
        )
        try place.access.checkPorts(record)
        try place.access.set(record)
        do {
            _ = try place.authority()
        } catch {
            try place.access.set(last)
            throw error
        }
        try await place.settle(environment)
        for line in try AccessWords.lines(record, isOpen: !place.access.accounts().isEmpty) { environment.out(line) }
    }

    private func plain() throws -> Int? {
        guard let plainPort, plainPort != "none" else { return nil }
        guard let number = Int(plainPort) else {
            throw CommandFailure.input("'\(plainPort)' is not a port: 1 to 65535, or none")
        }
        return number
    }
}

private struct ShowAuthority: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authority",
        abstract: "Print the certificate by which clients trust the broker (PEM, not secret)."
    )

    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let text = try String(
            contentsOf: URL(filePath: options.place(environment, mayCreate: true).authority()),
            encoding: .utf8
        )
        for line in text.split(separator: "\n") { environment.out(String(line)) }
    }
}

private enum AccessWords {
    static func lines(_ record: AccessRecord, isOpen: Bool) throws -> [String] {
        let place = record.isLocal ? "this machine only" : record.addresses.joined(separator: ", ")
        return [
            "with TLS: port \(record.port), \(place)",
            "without TLS: " + (record.plainPort.map { "port \($0), this machine only" } ?? "none"),
            isOpen ? "open: there are accounts" : "closed: the ports open with the first account",
        ]
    }
}
