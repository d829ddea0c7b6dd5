package import Foundation
internal import NIOCore
internal import NIOPosix

/// A request on the control socket: `{"do": …, "id": …}` and its arguments.
package struct ControlRequest: Sendable {
    /// The name of the action.
    package let name: String
    /// Returned in the answer.
    package let id: ControlValue?
    /// The other members of the object.
    package let rest: [String: ControlValue]

    /// The keys of each request besides `do` and `id`; nil lets a scenario type check them.
    private static let keys: [String: Set<String>?] = [
        "status": [], "stats": [], "quit": [], "events": ["after", "follow"], "add": ["device"],
        "remove": ["device"], "advertise": ["device"], "silence": ["device"], "disconnect": ["device"],
        "drop": ["device"], "disappear": ["device", "seconds"], "reappear": ["device"], "forget": ["device"],
        "clear": ["device"], "measure": nil, "pairing": ["device", "pairing", "passkey"],
        "enter": ["device", "passkey"], "clock": ["device", "offsetSeconds"], "address": ["device"],
        "fault": nil, "clearFaults": [], "adapter": ["to"], "daemon": ["to"], "reboot": [],
    ]

    /// Parses a line.
    ///
    /// - Throws: ``ControlError`` for an invalid request or an unknown key.
    package init(line: Data) throws(ControlError) {
        guard case .object(var object)? = try? JSONDecoder().decode(ControlValue.self, from: line),
            case .text(let name)? = object.removeValue(forKey: "do")
        else { throw ControlError("a request is an object with \"do\"") }
        guard let known = Self.keys[name] else {
            throw ControlError("no \"\(name)\"; known are \(Self.keys.keys.sorted().joined(separator: ", "))")
        }
        id = object.removeValue(forKey: "id")
        if let known, let stray = object.keys.filter({ !known.contains($0) }).min() {
            throw ControlError("\(name): unknown key \"\(stray)\"")
        }
        self.name = name
        rest = object
    }

    /// The text at a key.
    func text(_ key: String) throws(ControlError) -> String {
        guard case .text(let value)? = rest[key] else { throw ControlError("\(name): \(key) must be a text") }
        return value
    }

    /// The number at a key; nil if absent.
    func number(_ key: String, in range: ClosedRange<Double>) throws(ControlError) -> Double? {
        switch rest[key] {
        case nil: return nil
        case .number(let value)? where range.contains(value): return value
        default: throw ControlError("\(name): \(key) must be \(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// Decodes a part of a scenario from the members without some keys, or from the value at one of them.
    func part<Part: Decodable>(
        _: Part.Type,
        without keys: Set<String> = [],
        at key: String? = nil
    ) throws(ControlError) -> Part {
        let value = key.map { rest[$0] ?? .null } ?? .object(rest.filter { !keys.contains($0.key) })
        do {
            return try JSONDecoder().decode(Part.self, from: try JSONEncoder().encode(value))
        } catch {
            throw ControlError("\(name): \(error)")
        }
    }
}

/// Why a control request was refused.
package struct ControlError: Error, Equatable, Sendable {
    /// What is wrong, with the key.
    package let message: String

    /// Creates an error.
    package init(_ message: String) { self.message = message }
}

/// A client of the control socket.
package enum ControlClient {
    /// Sends lines and returns the answers.
    ///
    /// - Parameter answers: The number of answers to wait for; nil for all until the other side closes.
    /// - Throws: An error if the socket cannot be used.
    package static func ask(_ lines: [String], at path: String, answers: Int? = nil) async throws -> [String] {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { input, output in
            try await output.write(ByteBuffer(string: lines.joined(separator: "\n") + "\n"))
            var text = ""
            for try await part in input {
                text += String(buffer: part)
                if let answers, text.count(where: { $0 == "\n" }) >= answers { break }
            }
            return text.split(separator: "\n").map(String.init)
        }
    }
}
