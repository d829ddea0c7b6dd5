internal import ArgumentParser
internal import HubRunner

/// The commands `vitalbus page …`.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Find the page's address, and set up tablets that show one seat.",
        subcommands: [PageAddress.self, KioskCommand.self],
        defaultSubcommand: PageAddress.self
    )
}

/// The command `vitalbus page address`.
struct PageAddress: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print the page's address with a key that logs in once, as an operator.",
        discussion: """
            'vitalbus up' serves the page on this machine, and with --page HOST:PORT on the network. Other people log in with an \
            account of 'vitalbus user add'.
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
    /// The address of the page served here, with a key for one entry; nil if no page is served.
    func pageAddress(_ environment: CommandEnvironment) throws -> String? {
        try machineEntry(environment)?.address ?? ownEntry(environment).address
    }

    /// The entry of the hub that systemd runs here, for root and its group; nil if none runs.
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
