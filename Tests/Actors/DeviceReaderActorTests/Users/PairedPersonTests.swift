import BusContract
import DeviceCodecs
import FoundationEssentials
import MessageBus
import Testing

@testable import DeviceReaderActor

/// A pairing's data about a scale's user, checked before a device is touched.
@Suite struct PairedPersonTests {
    /// 2026-08-06.
    private let now = Date(timeIntervalSince1970: 1_786_000_000)

    private func pairing(
        seat: String? = "bed-1",
        user: Int? = nil,
        pin: String? = nil,
        _ person: ScalePerson? = nil
    ) -> PairPeripheral {
        PairPeripheral(
            device: Samples.device(),
            peripheralID: 5_000,
            seat: seat,
            userIndex: user,
            pin: pin,
            person: person
        )
    }

    @Test func aPersonBecomesWhatTheScaleCalculatesWith() throws {
        let person = ScalePerson(birthDate: "1958-03-14", sex: .female, height: 164)
        let date = ScaleUserData.BirthDate(year: 1958, month: 3, day: 14)
        #expect(try ScaleUserData(person, now: now) == ScaleUserData(birthDate: date, sex: .female, height: 164))
        try pairing(person).checkUser(of: .weightScale, now: now)
    }

    @Test(arguments: [
        "", "1961", "1958-3-14", "14.03.1958", "1958-02-29", "1958-13-01", "2026-08-08", "1890-01-01", "0000-00-00",
        "1961-03-14T10:00:00",
    ])
    func aDateThatIsNoBirthDateIsRefusedAndNotRepeated(date: String) {
        let error = #expect(throws: BusError.self) { try ScaleUserData(ScalePerson(birthDate: date), now: now) }
        #expect(error?.code == .invalidArgument && error?.message.contains("birthDate") == true)
        #expect(date.isEmpty || error?.message.contains(date) == false)
    }

    @Test(arguments: [-1, 0, 49, 251, 1_640, .max])
    func aHeightThatNobodyHasIsRefused(height: Int) {
        #expect(throws: BusError.self) { try ScaleUserData(ScalePerson(height: height), now: now) }
    }

    @Test func anUnknownSexAndAnEmptyPersonAreRefused() {
        #expect(throws: BusError.self) { try ScaleUserData(ScalePerson(sex: ScaleSex(rawValue: "w")), now: now) }
        #expect(throws: BusError.self) { try ScaleUserData(ScalePerson(), now: now) }
    }

    @Test func aPINBelongsToAUserOfAScaleAndASeat() throws {
        try pairing(user: 0, pin: "0042").checkUser(of: .weightScale, now: now)
        #expect(pairing(user: 0, pin: "0042").takenOver == ConsentProcedure.Consent(user: 0, code: 42))
        let wrong = [
            pairing(pin: "42"), pairing(user: 255, pin: "42"), pairing(user: -1, pin: "42"), pairing(user: 1, pin: ""),
            pairing(user: 1, pin: "12345"), pairing(user: 1, pin: "4 2"), pairing(user: 1, pin: "-1"),
            pairing(seat: nil, user: 1, pin: "42"), pairing(seat: nil, ScalePerson(height: 164)),
            pairing(user: 1, ScalePerson(height: 164)),
        ]
        for body in wrong {
            let error = #expect(throws: BusError.self) { try body.checkUser(of: .weightScale, now: now) }
            #expect(error?.code == .invalidArgument && error?.message.contains("12345") == false)
        }
    }

    @Test func nothingButAScaleHasSuchUsers() throws {
        #expect(throws: BusError.self) {
            try pairing(user: 1, pin: "42").checkUser(of: .bloodPressureMonitor, now: now)
        }
        try pairing(user: 1).checkUser(of: .bloodPressureMonitor, now: now)
    }
}
