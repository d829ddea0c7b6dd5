internal import ActorRuntime
internal import BusContract
internal import MessageBus

/// The cameras, streams and folders that the configuration allows, by name.
struct StreamSources: Sendable {
    /// The name for folders.
    static let folder = "folder"
    /// The name for frames that the client pushes.
    static let pushed = "pushed"

    private let named: [String: String]
    private let folders: [String]

    /// Reads the configuration.
    ///
    /// - Throws: `RuntimeError` for an invalid entry.
    init(_ configuration: ActorConfiguration) throws {
        var named: [String: String] = [:]
        for text in try configuration[\OCRWorkerKeys.cameras] {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            // Absent is nil: an invalid name is rejected.
            guard parts.count == 2, (try? BusAddress.check(parts[0], as: "camera")) != nil,
                ![Self.folder, Self.pushed].contains(parts[0]),
                parts[1].hasPrefix("/") || parts[1].hasPrefix("http://")
            else {
                throw RuntimeError(
                    .configuration,
                    message: "cameras: '\(text)' is neither name=/dev/video0 nor name=http://address"
                )
            }
            named[parts[0]] = parts[1]
        }
        self.named = named
        folders = try configuration[\OCRWorkerKeys.folders].map { folder in
            guard folder.hasPrefix("/"), !folder.contains("/../"), !folder.hasSuffix("/..") else {
                throw RuntimeError(.configuration, message: "folders: '\(folder)' is not an absolute path")
            }
            return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        }
    }

    /// The address of the requested source.
    ///
    /// - Throws: `BusError` that lists the allowed sources.
    func address(_ body: StartReading) throws(BusError) -> String {
        if body.source == Self.folder {
            guard let path = body.path, path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
                throw BusError(
                    .invalidArgument,
                    message: "path must be a folder's absolute path on the worker's machine"
                )
            }
            guard folders.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) else {
                throw BusError(
                    .notAuthorized,
                    message: "the folder is not one that 'folders' allows in the worker's configuration"
                )
            }
            return path
        }
        guard let address = named[body.source] else {
            let known = named.keys.sorted().joined(separator: ", ")
            throw BusError(
                .notFound,
                message: "unknown camera '\(body.source.prefix(64))'; the worker's configuration has: "
                    + (known.isEmpty ? "none" : known)
            )
        }
        return address
    }
}
