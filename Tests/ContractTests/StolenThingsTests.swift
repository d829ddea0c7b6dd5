import BusContract
import Foundation
import MessageBus
import TestSupport
import Testing

/// `docs/explanation/stolen-things.md` lists what a thief may request, in agreement with the contract's rights.
@Suite struct StolenThingsTests {
    private static let page = ProjectFolder.file("docs/explanation/stolen-things.md")

    private struct Row {
        let role: String
        let isAllBut: Bool
        let operations: Set<String>
    }

    /// The rows of the table of rights: `| thing | role | what it may ask | what ends it |`.
    private func rows() throws -> [Row] {
        try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[1].hasPrefix("`") else { return nil }
            let names = cells[2].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            return Row(
                role: cells[1].trimmingCharacters(in: CharacterSet(charactersIn: "`")),
                isAllBut: cells[2].hasPrefix("all but"),
                operations: Set(names)
            )
        }
    }

    private func asked(by role: String) -> Set<String> {
        Set(
            Contract.topics.filter { topic in topic.writers.contains { $0.role.rawValue == role } }
                .compactMap { topic in topic.operation.map { "\(topic.server?.rawValue ?? "") \($0)" } }
        )
    }

    @Test func theTableSaysWhatTheContractLetsThrough() throws {
        let all = Set(
            Contract.topics.compactMap { topic in topic.operation.map { "\(topic.server?.rawValue ?? "") \($0)" } }
        )
        let rows = try rows()
        #expect(
            Set(rows.map(\.role))
                == Set(BusRole.all.map(\.rawValue)).subtracting(["bridge", "session-manager", "registrar"])
        )
        for row in rows {
            let said = row.isAllBut ? all.subtracting(row.operations) : row.operations
            let may = asked(by: row.role)
            #expect(said == may, "\(row.role): \(said.symmetricDifference(may).sorted())")
        }
    }

    /// The page links to the description of what confines a hub's processes to their hub.
    @Test func whatBoundsAHubIsNamed() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(text.contains("(../../topics/reach.md)"))
        for command in ["hub revoke", "user remove", "integration remove"] {
            #expect(text.contains("vitalbus \(command)"))
        }
    }
}
