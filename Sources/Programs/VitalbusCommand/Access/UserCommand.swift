internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Files
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteRecords

/// The commands `vitalbus user …`.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Manage people's accounts for the page and for the command line on other machines.",
        subcommands: [AddUser.self, UserPassword.self, ListUsers.self, RemoveUser.self],
        defaultSubcommand: ListUsers.self
    )
}

private struct AddUser: AsyncParsableCommand {
    /// The roles that a person may have.
    enum Role: String, ExpressibleByArgument, CaseIterable {
        case `operator`
        case caregiver
        case viewer
    }

    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Create a person's account and the folder that their machine needs.",
        discussion: """
            An operator may do everything that the command line can. A caregiver sees values, reads devices and displays, types \
            values and decides about held readings. A viewer sees seats, sessions and devices, but no values.
            """
    )

    @Argument(help: "The person's account: a-z, 0-9 and '-'; best a name that does not identify the person.")
    var name: String
    @Option(help: "What the person may do.") var role: Role
    @Option(help: ArgumentHelp("The folder to hand over. Default: NAME.vitalbus here.", valueName: "dir"))
    var out: String?
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let place = try options.place(environment, mayCreate: true)
        let folder = URL(filePath: out ?? "\(name).vitalbus").standardizedFileURL.path
        guard !FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure.input("\(folder) already exists: name another folder with --out")
        }
        let lines = try place.add(
            { password in
                try AccessAccount(name, role: BusRole(rawValue: role.rawValue), password: password, added: Date())
            },
            passwordFile: "\(folder)/password",
            handOver: { try write(folder, account: $0, place: place) }
        )
        for line in lines { environment.out(line) }
        try await place.settle(environment)
        environment.out(
            "hand over \(folder); there: cd \(URL(filePath: folder).lastPathComponent) && vitalbus status --config vitalbus.yaml"
        )
    }

    private func write(_ folder: String, account: AccessAccount, place: AccessPlace) throws {
        let record = try place.access.record()
        let authority = try Data(contentsOf: URL(filePath: place.authority()))
        let text = """
            # The account '\(account.name)' (\(account.role)); paths are relative to this folder.
            site: \(place.plan.site)
            hub: \(place.plan.hub)
            bus.host: \(record.address)
            bus.port: \(record.port)
            bus.tls.authority: authority.pem
            bus.username: \(account.name)
            bus.password-file: password
            vitalbus:
              instance: \(account.name)

            """
        do {
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.replace("\(folder)/authority.pem", bytes: Array(authority))
            try PrivateFile.replace("\(folder)/vitalbus.yaml", bytes: Array(text.utf8))
        } catch {
            throw CommandFailure.cannotWrite(folder, error: error, advice: "name another folder with --out")
        }
    }
}

private struct UserPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Set the password that a person enters at the page.",
        discussion: "Type it twice, or give it as one line on standard input. At least ten characters."
    )

    @Argument(help: "The person's account.") var name: String
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let access = try options.place(environment).access
        let typed = try environment.secret("password for '\(name)':", PagePassword.most)
        if let typed, try environment.secret("once more:", PagePassword.most) != typed {
            throw CommandFailure.input("the passwords differ: nothing was changed")
        }
        let text = typed.map { String(decoding: $0, as: UTF8.self) } ?? readLine(strippingNewline: true)
        guard let text else { throw CommandFailure.input("give the password as a line of standard input") }
        try access.setPagePassword(name, to: text)
        environment.out("'\(name)' now logs in to the page with this password; open pages will ask for it")
    }
}

private struct ListUsers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List people's accounts and their roles."
    )

    @OptionGroup var options: AccessOptions
    @Flag(help: "Print JSON.") var json = false

    private struct Line: Encodable {
        let name: String
        let role: String
        let added: Date
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let lines = try options.place(environment).access.accounts().filter { !$0.isProgram }.map {
            Line(name: $0.name, role: $0.role.rawValue, added: $0.added)
        }
        try environment.list(lines, json: json, none: "none: 'vitalbus user add NAME --role viewer' creates one") {
            "\($0.name)  \($0.role)  since \($0.added.ISO8601Format())"
        }
    }
}

private struct RemoveUser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a person's account. Its connections end within seconds."
    )

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let place = try options.place(environment)
        try place.access.remove(name, isProgram: false)
        try await place.settle(environment)
        environment.out("the account '\(name)' is removed")
    }
}
