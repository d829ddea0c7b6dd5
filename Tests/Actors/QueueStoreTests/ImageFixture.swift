import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport

/// A queue with the files of its images, and helpers for the tests.
struct ImageFixture: Sendable {
    let queue: QueueFixture
    let files: ImageFolder

    init(_ queue: QueueFixture? = nil) async throws {
        if let queue { self.queue = queue } else { self.queue = try await QueueFixture() }
        files = try await ImageFolder.open(self.queue.fixture.folder + "/images")
    }

    static let bytes: [UInt8] = Array("picture".utf8)

    func image(_ name: String = "one", of record: String = "log-k", sha256: String? = nil) -> NewImage {
        NewImage(
            id: "image-\(name)",
            recordLogID: record,
            sourceSHA256: "source-\(name)",
            sha256: sha256 ?? "sha-\(name)",
            contentType: "image/png",
            size: Self.bytes.count
        )
    }

    @discardableResult
    func put(_ image: NewImage, at: Date? = nil) async throws -> ImageVerdict {
        try await files.save(Self.bytes, as: image.sha256)
        return try await queue.store.images.accept(image, at: at ?? queue.at)
    }

    /// Delivers a record.
    func deliver(_ key: String = "k") async throws {
        try await queue.accept(queue.decision(key))
        let grants = try await queue.grant(apis: ["inform"])
        for grant in grants { try await queue.settle(grant.logID, grant.fence, .done(serverID: "server-\(key)")) }
    }

    func grant(_ worker: String = "one", at seconds: Int64 = 0, free: Int = 10) async throws -> [Grant] {
        try await queue.grant(worker, free: free, at: seconds, apis: ["inform", "inform/images"])
    }

    /// The state of an image, by its source.
    func state(_ name: String = "one", of record: String = "log-k") async throws -> StoredImage.State? {
        try await queue.store.images.image(record: record, source: "source-\(name)")?.state
    }

    /// Removes the files that are no longer needed, as the session manager does.
    func sweep() async throws {
        try await files.remove(try await files.names().subtracting(try await queue.store.images.needed()))
    }
}
