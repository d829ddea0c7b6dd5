/// A store together with the folder that must outlive it.
struct KeptStore<Store: Sendable>: Sendable {
    let value: Store
    let fixture: StoreFixture
}

extension StoreFixture {
    static func kept<Store>(_ open: (StoreFixture) async throws -> Store) async throws -> KeptStore<Store> {
        let fixture = try StoreFixture()
        return KeptStore(value: try await open(fixture), fixture: fixture)
    }
}
