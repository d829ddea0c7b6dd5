import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing

/// Every message is described on a page for people.
@Suite struct PageTests {
    @Test(arguments: AsyncAPITests.names)
    func theMessageHasASection(_ name: String) throws {
        let message = try #require(TopicFiles.asyncAPI().at("components", "messages", name))
        let page = try TopicFiles.text(try #require(message["x-page"]?.text))
        let section = try #require(sections(page)[name], "the page has no '## \(name)'")
        let topic = try Contract.named(name)
        #expect(section.contains("`\(topic.template)`"))
        #expect(section.contains("QoS \(topic.quality.rawValue), \(topic.retain ? "retained" : "not retained")"))
        #expect(section.contains("examples/\(name).\(topic.isPlain ? "txt" : "json")"))
    }

    @Test func noSectionWithoutAMessage() throws {
        let pages = try TopicFiles.names(in: ".").filter { $0.hasSuffix(".md") && $0 != "README.md" }
        let headings = try pages.flatMap { try sections(TopicFiles.text($0)).keys }
        #expect(Set(headings) == Set(AsyncAPITests.names))
    }

    @Test func theReadmeLinksEveryPage() throws {
        let readme = try TopicFiles.text("README.md")
        for page in try TopicFiles.names(in: ".") where page.hasSuffix(".md") && page != "README.md" {
            #expect(readme.contains("(\(page))"), "\(page)")
        }
    }

    private func sections(_ page: String) -> [String: String] {
        let parts = page.components(separatedBy: "\n## ").dropFirst()
        return Dictionary(parts.map { (String($0.prefix { $0 != "\n" }), $0) }) { first, _ in first }
    }
}
