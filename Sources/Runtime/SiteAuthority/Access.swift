internal import ActorRuntime
internal import FoundationEssentials
internal import LocalBroker
internal import Processes

/// Where programs and people reach the broker of this machine.
public struct AccessRecord: Codable, Sendable, Hashable {
    /// The port with TLS that is served without another word; 8883 is the hubs' own.
    public static let standardPort = 8885

    /// The names and addresses that the broker is reached at beside this machine's own; none when it serves this machine alone.
    public var addresses: [String]
    /// The port with TLS.
    public var port: Int
    /// The port without TLS, on this machine alone; nil for none.
    public var plainPort: Int?

    /// Makes a record; of this machine alone by default.
    ///
    /// - Throws: ``SiteError`` `invalid` for an address or a port that cannot be.
    public init(addresses: [String] = [], port: Int = standardPort, plainPort: Int? = nil) throws(SiteError) {
        for address in addresses { _ = try SiteAddress(address) }
        for number in [port, plainPort].compactMap({ $0 }) where !(1...65_535).contains(number) {
            throw SiteError(.invalid, message: "\(number) is not a port: use 1 to 65535")
        }
        guard port != plainPort else {
            throw SiteError(.invalid, message: "the ports with and without TLS must differ: both are \(port)")
        }
        (self.addresses, self.port, self.plainPort) = (addresses, port, plainPort)
    }

    /// All names and addresses that the broker's certificate is for.
    var certified: [String] {
        ["localhost", "127.0.0.1", "::1"] + addresses.filter { !SiteAddress.isLocal($0) }
    }

    /// Whether only this machine is served.
    public var isLocal: Bool { addresses.allSatisfy(SiteAddress.isLocal) }
    /// The name or address to give to others.
    public var address: String { addresses.first ?? "localhost" }
}

/// The accounts that people made on this machine, and where the broker serves them: one directory of mode 0700.
public struct Access: Sendable, Hashable {
    let files: SiteFiles

    /// Names the files below a state directory.
    public init(state: String) { files = SiteFiles(directory: "\(state)/access") }

    private var recordFile: String { "\(files.directory)/access.json" }
    private var folder: String { "\(files.directory)/accounts" }
    private func file(_ name: String) -> String { "\(folder)/\(name).json" }

    /// Where the broker is reached.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func record() throws(SiteError) -> AccessRecord {
        if let record = try files.read(AccessRecord.self, at: recordFile) { return record }
        return try AccessRecord()
    }

    /// Says where the broker is reached; counts from the next second on where it runs.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func set(_ record: AccessRecord) throws(SiteError) {
        try prepare()
        try files.locked { () throws(SiteError) in try files.writeJSON(record, path: recordFile) }
    }

    /// Refuses ports that another program has; the broker itself may have those of its record.
    ///
    /// - Throws: ``SiteError`` `invalid`, `files`.
    public func checkPorts(_ ports: AccessRecord) throws(SiteError) {
        let now = try accounts().isEmpty ? nil : try record()
        for port in [ports.port, ports.plainPort].compactMap({ $0 }) where port != now?.port && port != now?.plainPort {
            guard !PortProbe.isTaken(port) else {
                throw SiteError(
                    .invalid,
                    message:
                        "port \(port) is in use by another program: choose another one with 'vitalbus access set'"
                )
            }
        }
    }

    /// The accounts by name.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func accounts() throws(SiteError) -> [AccessAccount] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw SiteError(.files, message: "\(folder) cannot be read: check its permissions")
        }
        var found: [AccessAccount] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let account = try files.read(AccessAccount.self, at: "\(folder)/\(name)") else { continue }
            found.append(account)
        }
        return found
    }

    /// Adds an account.
    ///
    /// - Throws: ``SiteError`` `exists`, `files`.
    public func add(_ account: AccessAccount) throws(SiteError) {
        try prepare()
        try files.locked { () throws(SiteError) in
            if let other = try files.read(AccessAccount.self, at: file(account.name)) {
                let command = other.isProgram ? "integration" : "user"
                throw SiteError(
                    .exists,
                    message: "the account '\(other)' already exists: choose another name, or 'vitalbus \(command) "
                        + "remove \(other.name)' first"
                )
            }
            try files.writeJSON(account, path: file(account.name))
        }
    }

    /// Gives a person's account another password at the page; at the broker it keeps its own.
    ///
    /// - Throws: ``SiteError`` `notFound`, `invalid`, `files`.
    public func setPagePassword(_ name: String, to password: String) throws(SiteError) {
        try AccessAccount.check(name)
        try prepare()
        let hash = try PagePassword(of: password)
        try files.locked { () throws(SiteError) in
            guard var account = try files.read(AccessAccount.self, at: file(name)), !account.isProgram else {
                throw SiteError(
                    .notFound,
                    message: "unknown account of a person '\(name)': 'vitalbus user list' shows them"
                )
            }
            account.page = hash
            try files.writeJSON(account, path: file(name))
        }
    }

    /// Removes an account; its connections end when the broker has taken it in.
    ///
    /// - Parameter isProgram: The kind of account that is meant.
    /// - Throws: ``SiteError`` `notFound`, `files`.
    public func remove(_ name: String, isProgram: Bool) throws(SiteError) {
        try AccessAccount.check(name)
        try prepare()
        try files.locked { () throws(SiteError) in
            guard let account = try files.read(AccessAccount.self, at: file(name)), account.isProgram == isProgram
            else {
                let command = isProgram ? "integration" : "user"
                throw SiteError(
                    .notFound,
                    message: "unknown account '\(name)': 'vitalbus \(command) list' shows them"
                )
            }
            do {
                try FileManager.default.removeItem(atPath: file(name))
            } catch {
                throw SiteError(
                    .files,
                    message: "\(file(name)) cannot be deleted: check the permissions of its directory"
                )
            }
        }
    }

    /// The files that change with each account, and with where the broker is reached.
    public var changing: [String] { [folder, recordFile] }

    /// Makes the directories.
    func prepare() throws(SiteError) {
        for directory in [files.directory, folder] {
            do {
                try PrivateFile.makeDirectory(directory)
            } catch {
                throw SiteError(
                    .files,
                    message: "\(directory) cannot be created: check the permissions of the folders above it",
                    errno: error.fileErrno
                )
            }
        }
    }
}
