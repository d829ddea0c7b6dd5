import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing

/// The pages list exactly the fault codes that the code has.
@Suite struct FaultCodeTests {
    @Test func theReadmeListsWhatRequestsAreAnsweredWith() throws {
        let readme = try TopicFiles.text("README.md")
        let sentence = try #require(readme.components(separatedBy: "\nCodes: ").dropFirst().first)
        let list = sentence.components(separatedBy: ". ")[0]
        #expect(try Self.quoted(list) == FaultCodes.answers.map(\.rawValue))
    }

    @Test func eachActorsPageNamesItsOwnCodes() throws {
        for (role, codes) in FaultCodes.own {
            let page = try TopicFiles.text("\(role.rawValue).md")
            for code in codes { #expect(page.contains("`\(code)`"), "\(role.rawValue): \(code)") }
        }
    }

    private static func quoted(_ text: String) throws -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
}
