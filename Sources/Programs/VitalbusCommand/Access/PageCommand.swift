internal import ArgumentParser
internal import HubRunner

/// The command `vitalbus page`.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Print the address of the page, with a key for one entry as an operator.",
        discussion: """
            The page is what people see of the site in a browser. 'vitalbus up' serves it on this machine; --page HOST:PORT \
            there serves it beyond. Others log in with an account of 'vitalbus user add'.
            """
    )

    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let plan = try options.place(environment).plan
        guard let address = try PageEntry(plan.layout, site: plan.site).address else {
            throw CommandFailure(
                "notRunning",
                message: "no page is served here: start the hub with 'vitalbus up', without '--page none'",
                exitCode: ExitCodes.notDone
            )
        }
        environment.out(address)
    }
}
