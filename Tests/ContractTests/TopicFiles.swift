import Foundation
import MessageBus
import TestSupport

/// The folder `topics/` of this checkout.
enum TopicFiles {
    static let folder = ProjectFolder.url.appending(path: "topics", directoryHint: .isDirectory)

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    static func json(_ path: String) throws -> JSONValue {
        try WireJSON.decode(JSONValue.self, from: bytes(path))
    }

    static func names(in directory: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: directory).path))
    }

    /// The document of all channels; JSON, which is YAML too.
    static func asyncAPI() throws -> JSONValue { try document.get() }

    private static let document = Result { try json("asyncapi.yaml") }
}
