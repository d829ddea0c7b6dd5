internal import ActorRuntime
internal import BusContract
internal import MessageBus
internal import SiteRecords

/// The accounts for log-ins, which `vitalbus user` manages.
struct PageAccounts: Sendable {
    private let access: Access
    private let changes: FileChanges
    /// Hashes one password at a time, because each takes 16 MB.
    private let turn = AsyncLock()

    init(_ access: Access) {
        self.access = access
        changes = FileChanges(access.changing)
    }

    /// A text that changes with every change of the accounts.
    var generation: String { changes.ages }

    /// An account's rights, and a mark that changes with its password.
    struct Entry: Sendable, Hashable {
        let rights: Rights
        let mark: String?
    }

    /// An account's current entry; nil if it is gone or belongs to a program.
    ///
    /// - Throws: ``PageError`` if the accounts cannot be read.
    func entry(of name: String) throws -> Entry? { try account(name).map(Self.entry) }

    private static func entry(_ account: AccessAccount) -> Entry {
        // Each password has its own salt, so the hash changes with the password.
        Entry(
            rights: Rights(role: account.role, seat: nil),
            mark: account.page.map { Kiosk.hash(of: "\($0.salt) \($0.hash)") }
        )
    }

    private func account(_ name: String) throws -> AccessAccount? {
        do {
            return try access.accounts().first { $0.name == name && !$0.isProgram }
        } catch {
            throw PageError(.unavailable, words: error.message)
        }
    }

    /// The account with a name and password; nil, after the same time, if either is wrong.
    ///
    /// - Throws: ``PageError`` `forbidden` for an account without a password for the page.
    func entry(of name: String, password: String) async throws -> Entry? {
        let account = try account(name)
        if let account, account.page == nil {
            throw PageError(.forbidden, text: "error.noPassword", parts: ["name": name])
        }
        let known = account?.page ?? .nobodys
        let isRight = try await turn.withLock { try known.matches(password) }
        return isRight ? account.map(Self.entry) : nil
    }
}
