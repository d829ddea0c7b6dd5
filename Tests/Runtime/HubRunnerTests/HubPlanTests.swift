import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import Testing

@Suite struct HubPlanTests {
    private func plan(_ change: (inout HubPlan) -> Void = { _ in }) throws -> HubPlan {
        var plan = try HubPlan(
            site: "s1",
            hub: "room-1",
            seats: ["bed-a", "bed-b"],
            stateDirectory: "/state/",
            executables: "/bin"
        )
        change(&plan)
        return plan
    }

    private func settings(_ plan: HubPlan, _ name: String) throws -> [String] {
        try #require(try plan.children().first { $0.name == name }).arguments
    }

    @Test func theSessionManagerComesFirstAndTheRadioLast() throws {
        let children = try plan { $0.uploaders = 3 }.children()
        #expect(
            children.map(\.name) == [
                "session-manager", "uploader-u1", "uploader-u2", "uploader-u3", "health-importer",
                "device-reader", "ble-scanner",
            ]
        )
        #expect(children.map(\.phase) == [.site, .site, .site, .site, .site, .radio, .radio])
        #expect(children[1].program == "uploader" && children[1].folder == "/bin")
        #expect(children[1].log == "/state/log/uploader-u1.log")
    }

    @Test func siteActorsStandUnderTheSiteAndTheOthersUnderTheHub() throws {
        let plan = try plan()
        #expect(try settings(plan, "session-manager").contains("hub=site"))
        #expect(try settings(plan, "uploader-u1").contains("hub=site"))
        #expect(try settings(plan, "uploader-u1").contains("instance=u1"))
        #expect(try settings(plan, "ble-scanner").contains("hub=room-1"))
        #expect(try settings(plan, "session-manager").contains("seats=bed-a,bed-b"))
    }

    @Test func withAPrivateBrokerEveryChildHasItsOwnPasswordFile() throws {
        let children = try plan().children()
        let files = children.flatMap(\.arguments).filter { $0.hasPrefix("bus.password-file=") }
        #expect(Set(files).count == children.count)
        #expect(files.contains("bus.password-file=/state/passwords/room-1.device-reader.main"))
        #expect(children.allSatisfy { $0.arguments.contains("bus.socket=/state/broker/mqtt.sock") })
    }

    @Test func aConfiguredBrokerIsLeftToTheFile() throws {
        let children = try plan {
            $0.broker = .configured
            $0.configurationFile = "/etc/v.yaml"
        }.children()
        #expect(children.allSatisfy { $0.arguments.starts(with: ["--config", "/etc/v.yaml"]) })
        #expect(!children.flatMap(\.arguments).contains { $0.hasPrefix("bus.") })
    }

    @Test func withoutAFileNoChildReadsTheMachines() throws {
        let children = try plan().children()
        #expect(children.allSatisfy { $0.arguments.starts(with: ["--config", "none"]) })
    }

    @Test func radioAndDestinationSettingsGoToThoseWhoHaveThem() throws {
        let plan = try plan {
            $0.dbusAddress = "unix:path=/b"
            $0.informURL = "https://api.example"
            $0.sharesValues = true
            $0.settings = ["uploader": ["concurrency": "8", "drain.timeout": "2s"]]
        }
        let set = "--set"
        #expect(try settings(plan, "ble-scanner").contains("dbus.address=unix:path=/b"))
        #expect(try settings(plan, "device-reader").contains("share-values=true"))
        #expect(try settings(plan, "session-manager").contains("shared-seats=*"))
        let uploader = try settings(plan, "uploader-u1")
        #expect(uploader.contains("destination.inform.base-url=https://api.example"))
        #expect(uploader.contains("concurrency=8"))
        #expect(uploader.filter { $0.hasPrefix("drain.timeout=") } == ["drain.timeout=2s"])
        #expect(uploader.filter { $0 == set }.count * 2 == uploader.count - 2)
    }

    @Test func aHubWithoutARadioStartsNobodyWhoWorksWithIt() throws {
        let children = try plan { $0.hasRadio = false }.children()
        #expect(children.map(\.name) == ["session-manager", "uploader-u1", "health-importer"])
    }

    @Test func onlyTheSessionManagerIsToldThatAHubIsOnePersons() throws {
        let children = try plan { $0.isSolo = true }.children()
        let told = children.filter { $0.arguments.contains("seat.solo=true") }
        #expect(told.map(\.name) == ["session-manager"])
        #expect(try plan().children().allSatisfy { !$0.arguments.contains { $0.hasPrefix("seat.solo") } })
    }

    @Test func moreUploadersAreKnownThanStarted() throws {
        let plan = try plan { $0.uploaders = 2 }
        let known = try plan.roster().members.filter { $0.role == .uploader }.map(\.address.instance)
        #expect(known == (1...HubPlan.uploaderLimit).map { "u\($0)" })
        #expect(try plan.children().filter { $0.role == .uploader }.map(\.name) == ["uploader-u1", "uploader-u2"])
    }

    @Test func everyMemberHasRightsAndAnOwnName() throws {
        let roster = try plan { $0.uploaders = 2 }.roster()
        #expect(Set(roster.members.map(\.address.principal)).count == roster.members.count)
        for member in roster.members { #expect(!roster.rules(for: member).isEmpty, "\(member.address)") }
        let people = roster.members.filter { $0.role == .vitalbus }.map(\.address.instance)
        #expect(people == [HubLayout.shellInstance, HubLayout.tableInstance])
    }

    @Test(arguments: ["Room 1", "", "a/b", "site"])
    func aWrongHubIsRefused(hub: String) {
        let error = #expect(throws: HubRunnerError.self) {
            try HubPlan(site: "s1", hub: hub, stateDirectory: "/state", executables: "/bin")
        }
        #expect(error?.code == .invalidPlan)
    }

    @Test func tooManyUploadersAndDoubledSeatsAreRefused() throws {
        #expect(throws: HubRunnerError.self) { try plan { $0.uploaders = 33 }.children() }
        #expect(throws: HubRunnerError.self) { try plan { $0.uploaders = 0 }.children() }
        #expect(throws: HubRunnerError.self) {
            try HubPlan(site: "s", hub: "h", seats: ["a", "a"], stateDirectory: "/s", executables: "/b")
        }
    }

    /// One argument contains all names, and Linux limits its length.
    @Test func moreSeatsThanFitInAnArgumentAreRefused() throws {
        let seats = (1...2_100).map { "s\($0)" + String(repeating: "x", count: 59) }
        let plan = try HubPlan(
            site: "s1",
            hub: "room-1",
            seats: seats,
            stateDirectory: "/state",
            executables: "/bin"
        )
        #expect(throws: HubRunnerError.self) { try plan.children() }
    }

    @Test func aHubWithoutSeatsMeasuresOneNamedLikeIt() throws {
        #expect(try HubPlan(site: "s", hub: "h", stateDirectory: "/s", executables: "/b").seats == ["h"])
    }
}
