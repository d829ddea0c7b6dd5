/// A store together with the folder that must outlive it.
package struct KeptStore<Store: Sendable>: Sendable {
    /// The store.
    package let value: Store
    /// The folder.
    package let fixture: StoreFixture
}

extension StoreFixture {
    /// Opens a store in a separate folder.
    package static func kept<Store>(_ open: (StoreFixture) async throws -> Store) async throws -> KeptStore<Store> {
        let fixture = try StoreFixture()
        return KeptStore(value: try await open(fixture), fixture: fixture)
    }
}
