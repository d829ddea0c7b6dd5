import Foundation
import MessageBus
import TestSupport
import Yams

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

    /// The document of all channels.
    static func asyncAPI() throws -> JSONValue { try document.get() }

    private static let document = Result { JSONValue(yaml: try Yams.load(yaml: try text("asyncapi.yaml"))) }
}

extension JSONValue {
    /// Converts a value that Yams has read.
    fileprivate init(yaml: Any?) {
        switch yaml {
        case let value as [String: Any]: self = .object(value.mapValues { JSONValue(yaml: $0) })
        case let value as [Any]: self = .array(value.map { JSONValue(yaml: $0) })
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .number(Decimal(value))
        case let value as Double: self = .number(Decimal(value))
        case let value as String: self = .string(value)
        default: self = .null
        }
    }
}
