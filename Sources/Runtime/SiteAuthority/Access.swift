internal import ActorRuntime
internal import FoundationEssentials
internal import LocalBroker
internal import Processes

/// The address at which programs and people reach this machine's broker.
public struct AccessRecord: Codable, Sendable, Hashable {
    /// The default TLS port; 8883 is for hubs.
    public static let standardPort = 8885

    /// Names and addresses of the broker in addition to this machine's loopback ones; empty if it serves only this
    /// machine.
    public var addresses: [String]
    /// The TLS port.
    public var port: Int
    /// The port without TLS, on this machine only; nil for none.
    public var plainPort: Int?

    /// Creates a record; by default for this machine only.
    ///
    /// - Throws: ``SiteError`` `invalid` for an invalid address or port.
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

    /// All names and addresses in the broker's certificate.
    var certified: [String] {
        ["localhost", "127.0.0.1", "::1"] + addresses.filter { !SiteAddress.isLocal($0) }
    }

    /// Whether only this machine is served.
    public var isLocal: Bool { addresses.allSatisfy(SiteAddress.isLocal) }
    /// The name or address for others to use.
    public var address: String { addresses.first ?? "localhost" }
}

/// The accounts that people created on this machine, and the broker's listener for them, in one directory of mode 0700.
public struct Access: Sendable, Hashable {
    let files: SiteFiles

    /// Derives the paths below a state directory.
    public init(state: String) { files = SiteFiles(directory: "\(state)/access") }

    private var recordFile: String { "\(files.directory)/access.json" }
    private var folder: String { "\(files.directory)/accounts" }
    private func file(_ name: String) -> String { "\(folder)/\(name).json" }

    /// The broker's address.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func record() throws(SiteError) -> AccessRecord {
        if let record = try files.read(AccessRecord.self, at: recordFile) { return record }
        return try AccessRecord()
    }

    /// Sets the broker's address; a running broker applies it within a second.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func set(_ record: AccessRecord) throws(SiteError) {
        try prepare()
        try files.locked { () throws(SiteError) in try files.writeJSON(record, path: recordFile) }
    }

    /// Rejects ports used by other programs; the broker itself may use those of its record.
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

    /// Sets another page password for a person's account; its broker password does not change.
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

    /// Removes an account; its connections end when the broker has applied the change.
    ///
    /// - Parameter isProgram: The kind of the account.
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

    /// The files that change with each account, and with the broker's address.
    public var changing: [String] { [folder, recordFile] }

    /// Creates the directories.
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
