internal import ActorRuntime
internal import Foundation

/// The folder with templates, scripts and texts.
struct WebFolder: Sendable {
    /// The candidate paths: next to the program, and where a package installs the folder.
    private static var places: [String] {
        // Absent is nil: a system without /proc uses the package's path.
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = (program as NSString).deletingLastPathComponent
        return ["\(beside)/vitalbus_PageActor.resources/Web", "/usr/share/vitalbus/page"]
    }

    let path: String

    /// Uses the named folder, or the first candidate that exists.
    ///
    /// - Throws: `RuntimeError` `configuration` if there is none.
    init(_ named: String?) throws {
        let places = named.map { [$0] } ?? Self.places
        guard let found = places.first(where: { FileManager.default.fileExists(atPath: "\($0)/templates") }) else {
            throw RuntimeError(
                .configuration,
                message:
                    "web: the page's files are not in \(places.joined(separator: " or ")): install all of vitalbus, or name the folder"
            )
        }
        path = found
    }

    /// The names of the files in a subfolder.
    ///
    /// - Throws: `RuntimeError` `configuration`.
    func names(_ part: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(part)").sorted()
        } catch {
            throw RuntimeError(.configuration, message: "web: \(path)/\(part) cannot be read: check its permissions")
        }
    }

    /// The bytes of a file.
    ///
    /// - Throws: `RuntimeError` `configuration`.
    func bytes(_ part: String, name: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: "\(path)/\(part)/\(name)") else {
            throw RuntimeError(
                .configuration,
                message: "web: \(path)/\(part)/\(name) cannot be read: check its permissions"
            )
        }
        return [UInt8](data)
    }
}
