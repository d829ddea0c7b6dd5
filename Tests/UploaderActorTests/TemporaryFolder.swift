import Foundation

/// A private folder that goes with the last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = URL(filePath: "/tmp/vitalbus-uploader-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
