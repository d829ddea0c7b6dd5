internal import ActorRuntime
internal import BusContract
internal import ImportStore

/// Binds each watched folder to the first person for whom it had a file, because a phone that fills it continues after
/// its person left the seat.
@ImporterIsolation struct FolderClaims: ImporterPart {
    let parts: ImporterParts

    /// Claims a folder for a person; false if it is another person's.
    ///
    /// - Parameter person: The number of a person of the folder's seat.
    /// - Throws: `StoreError`.
    func claim(_ path: String, person: Int64) async throws -> Bool {
        try await store.claim(digest: digest(path), fingerprint: nil, person: person) == .granted
    }

    /// Gives folders to the present person of their seat, as an operator requested; without one they stay as they are.
    ///
    /// - Throws: `StoreError`, or `BusError` if the session manager does not say who that is.
    func assign(_ paths: [String], seat: String) async throws {
        guard let present = try await sessions.user(at: seat) else { return }
        let person = try await store.person(present.person, seat: seat)
        for path in paths {
            _ = try await store.claim(digest: digest(path), fingerprint: nil, person: person, isConfirmed: true)
        }
    }

    /// A path may contain a name, so the store has its keyed hash.
    private func digest(_ path: String) throws -> String {
        ImportStore.folderPrefix
            + (try parts.context.siteKey.fingerprint(of: Array(path.utf8), purpose: "import-folder"))
    }
}
