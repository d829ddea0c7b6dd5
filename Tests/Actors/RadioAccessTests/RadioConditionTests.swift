import BlueZ
import MessageBus
import Testing

@testable import RadioAccess

@Suite struct RadioConditionTests {
    private static func well(_ change: (inout RadioCondition) -> Void = { _ in }) -> RadioCondition {
        var condition = RadioCondition()
        condition.bus = .up
        condition.service = .up
        condition.adapters = 1
        condition.hasAdapter = true
        condition.isPowered = true
        change(&condition)
        return condition
    }

    private static let table: [(RadioCondition, RadioCause?)] = [
        (well(), nil),
        (RadioCondition(), nil),
        (well { $0.bus = .away }, .busAway),
        (well { $0.isDenied = true }, .accessDenied),
        (well { ($0.bus, $0.isDenied) = (.away, true) }, .accessDenied),
        (well { $0.service = .unknown }, nil),
        (well { $0.service = .away }, .serviceAway),
        (well { $0.service = .hung }, .serviceHung),
        (well { ($0.adapters, $0.hasAdapter) = (0, false) }, .noAdapter),
        (well { ($0.adapters, $0.hasAdapter, $0.isConfigured) = (0, false, true) }, .noAdapter),
        (well { ($0.adapters, $0.hasAdapter, $0.isConfigured) = (2, false, true) }, .adapterMissing),
        (well { ($0.adapters, $0.hasAdapter) = (2, false) }, .ambiguousAdapter),
        (well { $0.isPowered = false }, .poweredOff),
        (well { ($0.isPowered, $0.isBlocked) = (false, true) }, .blocked),
        (well { ($0.adapters, $0.hasAdapter, $0.isPowered, $0.isBlocked) = (0, false, false, true) }, .blocked),
        (well { $0.isStuck = true }, nil),
        (well { ($0.isRefused, $0.isSilent) = (true, true) }, .discoveryRefused),
        (well { ($0.isSilent, $0.isStuck) = (true, true) }, .discoveryStuck),
        (well { $0.isSilent = true }, .silent),
        // A fault in a lower layer hides those above it.
        (well { ($0.bus, $0.service, $0.isPowered) = (.away, .hung, false) }, .busAway),
        (well { ($0.service, $0.isPowered) = (.hung, false) }, .serviceHung),
        (well { ($0.isPowered, $0.isSilent) = (false, true) }, .poweredOff),
    ]

    @Test(arguments: table)
    func eachTroubleHasItsCause(condition: RadioCondition, cause: RadioCause?) {
        #expect(condition.cause == cause)
    }

    @Test func theTableHasEveryCause() {
        #expect(Set(Self.table.compactMap(\.1)) == Set(RadioCause.all))
    }

    @Test func devicesCanBeReadInAQuietRoomAndNotWithoutARadio() {
        #expect(Self.well().isUsable)
        #expect(Self.well { $0.isSilent = true }.isUsable)
        #expect(!RadioCondition().isUsable)
        #expect(!Self.well { $0.service = .hung }.isUsable)
        #expect(!Self.well { $0.service = .unknown }.isUsable)
        #expect(!Self.well { $0.isPowered = false }.isUsable)
    }

    @Test(arguments: RadioCause.all)
    func everyCauseHasWordsAndAWayOut(cause: RadioCause) {
        #expect(cause.words.contains(":"), "what is wrong, and the way out after a colon")
        #expect(cause.fault.code == cause.rawValue)
        #expect(!cause.words.contains(cause.rawValue))
    }

    @Test func causesNeverNamedBeforeAreCarried() {
        let cause = RadioCause(rawValue: "solarFlare")
        #expect(cause.words.contains("solarFlare"))
        #expect(!cause.isNote)
    }

    @Test(arguments: [
        (BlueZError.Code.busUnavailable, RadioCause.busAway), (.accessDenied, .accessDenied),
        (.serviceNotRunning, .serviceAway), (.noAdapter, .noAdapter), (.ambiguousAdapter, .ambiguousAdapter),
        (.adapterBlocked, .blocked), (.adapterPoweredOff, .poweredOff),
    ])
    func errorsOfTheRadioAsAWholeHaveACause(code: BlueZError.Code, cause: RadioCause) {
        #expect(RadioCause(code) == cause)
    }

    @Test func errorsOfOneDeviceHaveNone() {
        for code in [BlueZError.Code.timeout, .connectFailed, .notPaired, .deviceGone, .inProgress] {
            #expect(RadioCause(code) == nil)
        }
    }

    @Test func whatHidesTheOthersIsTheRoot() {
        #expect(RadioCause.root(of: nil, and: "noAdapter") == "noAdapter")
        #expect(RadioCause.root(of: "serviceAway", and: "noAdapter") == "serviceAway")
        #expect(RadioCause.root(of: "radioSilent", and: "serviceHung") == "serviceHung")
        #expect(RadioCause.root(of: "timeout", and: "adapterPoweredOff") == "adapterPoweredOff")
        #expect(RadioCause.root(of: "timeout", and: "failed") == "timeout")
    }
}
