import DeviceCodecs
import Testing

@testable import DeviceReaderActor

@Suite struct ConsentProcedureTests {
    private func consent(_ user: UInt8, _ code: UInt16 = 1_234) -> ConsentProcedure.Consent {
        ConsentProcedure.Consent(user: user, code: code)
    }

    @Test func everyStoredUserIsConsentedTo() {
        var procedure = ConsentProcedure(stored: [consent(0), consent(3, 0x0102)])
        #expect(procedure.start(at: .zero) == [.write([2, 0, 0xD2, 4])])
        #expect(procedure.answered([0x20, 2, 1], at: .zero) == [.write([2, 3, 2, 1])])
        let end = procedure.answered([0x20, 2, 1], at: .zero)
        #expect(end == [.end(ConsentProcedure.Finding(accepted: [0, 3]))])
        #expect(procedure.deadline == nil)
    }

    /// After a change of batteries the scale has no users: a new one could belong to another person.
    @Test(arguments: [3, 5] as [UInt8])
    func aLostConsentRegistersNobody(code: UInt8) {
        var procedure = ConsentProcedure(stored: [consent(1)])
        _ = procedure.start(at: .zero)
        let outputs = procedure.answered([0x20, 2, code], at: .zero)
        #expect(outputs == [.end(ConsentProcedure.Finding(lost: [1]))])
    }

    @Test func withoutAStoredConsentNothingIsAsked() {
        var procedure = ConsentProcedure(stored: [consent(0xFF)])
        #expect(procedure.start(at: .zero) == [.end(ConsentProcedure.Finding(isNobodyStored: true))])
    }

    @Test func silenceAndOtherAnswersEndNothingForOthers() {
        var procedure = ConsentProcedure(stored: [consent(1), consent(2)])
        _ = procedure.start(at: .zero)
        #expect(procedure.answered([0x20, 4, 1, 2], at: .zero).isEmpty)
        #expect(procedure.answered([], at: .zero).isEmpty)
        #expect(procedure.deadline == .seconds(5))
        #expect(procedure.failed(at: .seconds(5)) == [.write([2, 2, 0xD2, 4])])
        #expect(procedure.answered([0x20, 2, 1], at: .seconds(6)) == [.end(ConsentProcedure.Finding(accepted: [2]))])
        #expect(procedure.failed(at: .seconds(7)).isEmpty)
    }
}
