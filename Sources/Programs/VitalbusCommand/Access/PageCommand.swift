internal import ArgumentParser
internal import HubRunner

/// The commands `vitalbus page …`.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "The page that people see of the site in a browser: its address, and the tablets that see one seat.",
        subcommands: [PageAddress.self, KioskCommand.self],
        defaultSubcommand: PageAddress.self
    )
}

/// The command `vitalbus page address`.
struct PageAddress: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print the address of the page, with a key for one entry as an operator.",
        discussion: """
            The page is what people see of the site in a browser. 'vitalbus up' serves it on this machine; --page HOST:PORT \
            there serves it beyond. Others log in with an account of 'vitalbus user add'.
            """
    )

    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        guard let address = try options.pageAddress(environment) else {
            throw CommandFailure(
                "notRunning",
                message:
                    "no page is served here: start the hub with 'vitalbus up', without '--page none', or vitalbus-page.service",
                exitCode: ExitCodes.notDone
            )
        }
        environment.out(address)
    }
}

extension AccessOptions {
    /// The address of the page that is served here, with a key for one entry; nil where none is.
    func pageAddress(_ environment: CommandEnvironment) throws -> String? {
        try machineEntry(environment)?.address ?? ownEntry(environment).address
    }

    /// That of the hub that systemd runs here, for root and its group; nil if none runs.
    private func machineEntry(_ environment: CommandEnvironment) throws -> PageEntry? {
        let service = MachineHub(environment.variables)
        guard state == nil, try service.record() != nil else { return nil }
        return PageEntry(file: service.pageEntry)
    }

    private func ownEntry(_ environment: CommandEnvironment) throws -> PageEntry {
        let plan = try place(environment).plan
        return try PageEntry(plan.layout, site: plan.site)
    }
}
