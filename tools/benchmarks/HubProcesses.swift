import Foundation
import HubRunner
import LoadFacts

/// The running processes of a hub and its broker, by name.
struct HubProcesses {
    /// The broker's name.
    static let broker = "broker"

    private let ids: [String: Int32]

    /// Finds the broker and those children that are wanted.
    init(_ plan: HubPlan, where isWanted: (ChildSpec) -> Bool = { _ in true }) throws {
        let names = try plan.children().filter(isWanted).map(\.name)
        var ids = try Dictionary(uniqueKeysWithValues: names.map { ($0, try Self.id(plan.layout.processID($0))) })
        ids[Self.broker] = try Self.id("\(plan.layout.broker)/mosquitto.pid")
        self.ids = ids
    }

    /// What the kernel tells of each.
    func facts() throws -> [String: ProcessFacts] { try ids.mapValues { try ProcessFacts($0) } }

    private static func id(_ path: String) throws -> Int32 {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let id = Int32(text.prefix { $0.isNumber }) else { throw BenchError("\(path) names no process") }
        return id
    }
}
