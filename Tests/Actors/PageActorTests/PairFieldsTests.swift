import BusContract
import Testing

@testable import PageActor

/// What a person fills in to pair a scale.
@Suite struct PairFieldsTests {
    private func pairing(_ form: String) throws -> MeasureMachine.Pairing {
        try MeasureMachine.Pairing(PageForm(text: form))
    }

    @Test func emptyFieldsSayNothing() throws {
        #expect(try pairing("for=shared&birthDate=&sex=&height=&user=&pin=") == MeasureMachine.Pairing())
        #expect(try pairing("for=seat&birthDate=") == MeasureMachine.Pairing(isShared: false))
    }

    @Test func whatIsFilledInGoesToTheReader() throws {
        let all = try pairing("for=seat&birthDate=1958-03-14&sex=female&height=+164&user=2&pin=0417")
        let person = ScalePerson(birthDate: "1958-03-14", sex: .female, height: 164)
        #expect(all == MeasureMachine.Pairing(isShared: false, userIndex: 2, pin: "0417", person: person))
        #expect(try pairing("for=seat&sex=male").person == ScalePerson(sex: .male))
    }

    @Test(arguments: [
        "for=shared&height=164", "for=seat&user=2", "for=seat&pin=0417", "for=seat&height=1.64",
        "for=seat&user=two&pin=1",
    ])
    func whatDoesNotFitIsRefused(form: String) {
        #expect(throws: PageError.self) { try pairing(form) }
    }
}
