internal import ActorRuntime
internal import BusContract
internal import MessageBus
internal import SiteRecords

/// The accounts that people log in with: those of `vitalbus user`.
struct PageAccounts: Sendable {
    private let access: Access
    private let changes: FileChanges
    /// One password is computed at a time, for each takes 16 MB.
    private let turn = AsyncLock()

    init(_ access: Access) {
        self.access = access
        changes = FileChanges(access.changing)
    }

    /// What changes with each account.
    var generation: String { changes.ages }

    /// What an account may, and what changes with its password.
    struct Entry: Sendable, Hashable {
        let rights: Rights
        let mark: String?
    }

    /// An account now; nil where it is gone, or is a program's.
    ///
    /// - Throws: ``PageError`` where the accounts cannot be read.
    func entry(of name: String) throws -> Entry? { try account(name).map(Self.entry) }

    private static func entry(_ account: AccessAccount) -> Entry {
        // Each password has a salt of its own.
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

    /// The account of who knows a password; nil for a wrong name or password, after the same time.
    ///
    /// - Throws: ``PageError`` `forbidden` for an account without a password of the page.
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
