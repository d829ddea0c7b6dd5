import BusContract
import Foundation
import Logging
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)
private let logger = Logger(label: "test")

private func folder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("person-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try body(path)
}

private func session(_ user: String? = "u-1") -> SessionView {
    SessionView(
        sessionID: "s-1",
        seat: "bed-a",
        userID: user,
        organizationID: "org",
        apiVersion: .inform,
        startedAt: now,
        validated: .yes,
        defaultUser: user == nil
    )
}

@Suite struct PersonPlanTests {
    private let author = LimitStore.Author(by: "ward", at: now)
    private let plan = CarePlan(rules: [.init(metric: .pulse, times: [360]), .init(metric: .spo2, hours: 4)])

    @Test func aPlanIsItsPersonsAloneAndSurvivesARestart() throws {
        try folder { path in
            let file = "\(path)/plans.json"
            try PersonPlans(file, now: now, logger: logger).set(plan, session: session(), author: author)
            let again = PersonPlans(file, now: now, logger: logger)
            #expect(again.entry(of: "bed-a", session: session())?.plan == plan)
            #expect(again.entry(of: "bed-a", session: session())?.author == author)
            #expect(again.entry(of: "bed-a", session: session("u-2")) == nil)
            #expect(again.entry(of: "bed-a", session: nil) == nil)
            let facts = try FileManager.default.attributesOfItem(atPath: file)
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect(throws: PageError.self) { try again.set(plan, session: session(nil), author: author) }
            try again.set(CarePlan(rules: []), session: session(), author: author)
            #expect(again.file.all.isEmpty)
        }
    }
}

@Suite struct UnreadableFileTests {
    private let damaged = Data("{\"site\": {\"lim".utf8)

    @Test func anUnreadableFileIsSetAsideAndTheNextChangeDoesNotReplaceIt() throws {
        try folder { path in
            try damaged.write(to: URL(filePath: "\(path)/limits.json"))
            let store = LimitStore("\(path)/limits.json", now: now, logger: logger)
            let aside = AsideFiles(folder: path)
            #expect(store.site == nil && aside.all.map(\.original) == ["limits.json"])
            let name = try #require(aside.all.first?.name)
            #expect(name == "limits.json.unreadable-20260921T141320Z")
            try store.set(.init(set: "news2", limits: [], author: .init(by: "ward", at: now)))
            #expect(try Data(contentsOf: URL(filePath: "\(path)/\(name)")) == damaged)
            let again = LimitStore("\(path)/limits.json", now: now + 60, logger: logger)
            #expect(again.site?.set == "news2" && aside.all.count == 1, "a readable file stays where it is")
        }
    }

    @Test func onlyFilesThatWereSetAsideCanBeDeleted() throws {
        try folder { path in
            let aside = AsideFiles(folder: path)
            for name in ["labels.json", "labels.json.unreadable-1", "plans.json.unreadable-2"] {
                try damaged.write(to: URL(filePath: "\(path)/\(name)"))
            }
            for name in ["labels.json", "../labels.json", "", "x.unreadable-1/../labels.json"] {
                #expect(throws: PageError.self, "\(name)") { try aside.delete(name) }
            }
            try aside.delete("labels.json.unreadable-1")
            #expect(aside.all.map(\.original) == ["plans.json"])
            #expect(FileManager.default.fileExists(atPath: "\(path)/labels.json"))
        }
    }

    /// Two of one second, as in a loop of restarts.
    @Test func aSecondFileOfTheSameSecondKeepsItsOwnName() throws {
        try folder { path in
            for _ in 0..<2 {
                try damaged.write(to: URL(filePath: "\(path)/labels.json"))
                #expect(PersonLabels("\(path)/labels.json", now: now, logger: logger).all.isEmpty)
            }
            #expect(AsideFiles(folder: path).all.count == 2)
        }
    }
}
