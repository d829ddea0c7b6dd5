import DeviceCodecs
import Testing

@testable import DeviceReaderActor

@Suite struct UserDataProcedureTests {
    private let data = ScaleUserData(
        birthDate: ScaleUserData.BirthDate(year: 1958, month: 3, day: 14),
        sex: .female,
        height: 164
    )

    private func finding(_ settled: Set<BluetoothUUID>, refused: Set<BluetoothUUID> = []) -> [UserDataProcedure.Output]
    {
        [.end(UserDataProcedure.Finding(settled: settled, refused: refused))]
    }

    @Test func theCounterIsReadFirstAndRaisedLast() {
        var procedure = UserDataProcedure(data, on: UserDataProcedure.characteristics)
        #expect(procedure.start(at: .zero) == [.read(.databaseChangeIncrement)])
        #expect(procedure.deadline == .seconds(10))
        #expect(procedure.wasRead(.success([41, 0, 0, 0])) == [.write(.dateOfBirth, [0xA6, 0x07, 3, 14])])
        #expect(procedure.wrote(nil) == [.write(.gender, [1])])
        #expect(procedure.wrote(nil) == [.write(.height, [164, 0])])
        #expect(procedure.wrote(nil) == [.write(.databaseChangeIncrement, [42, 0, 0, 0])])
        #expect(procedure.wrote(nil) == finding(ScaleUserData.characteristics))
        #expect(procedure.deadline == nil && procedure.wrote(nil).isEmpty && procedure.stop().isEmpty)
    }

    @Test func aCounterThatCannotBeReadBeginsAnew() {
        for answer: Result<[UInt8], StepFailure> in [.failure(.other("not permitted")), .success([1])] {
            var procedure = UserDataProcedure(ScaleUserData(height: 164), on: UserDataProcedure.characteristics)
            _ = procedure.start(at: .zero)
            _ = procedure.wasRead(answer)
            #expect(procedure.wrote(nil) == [.write(.databaseChangeIncrement, [1, 0, 0, 0])])
        }
    }

    @Test func whatTheScaleHasNoPlaceForIsNotTriedAgain() {
        var procedure = UserDataProcedure(data, on: [.height])
        #expect(procedure.start(at: .zero) == [.write(.height, [164, 0])])
        #expect(procedure.wrote(nil) == finding(ScaleUserData.characteristics))
        var none = UserDataProcedure(data, on: [])
        #expect(none.start(at: .zero) == finding(ScaleUserData.characteristics))
    }

    @Test func aRefusedPartIsTriedOnTheNextLinkAndTheOthersAreNot() {
        var procedure = UserDataProcedure(data, on: UserDataProcedure.characteristics)
        _ = procedure.start(at: .zero)
        _ = procedure.wasRead(.success([0, 0, 0, 0]))
        #expect(procedure.wrote(.other("out of range")) == [.write(.gender, [1])])
        _ = procedure.wrote(nil)
        #expect(procedure.wrote(nil) == [.write(.databaseChangeIncrement, [1, 0, 0, 0])])
        #expect(procedure.wrote(nil) == finding([.gender, .height], refused: [.dateOfBirth]))
    }

    /// The scale adopts the written data only when the counter is written too.
    @Test func withoutTheCounterNothingIsSettled() {
        var procedure = UserDataProcedure(ScaleUserData(height: 164), on: UserDataProcedure.characteristics)
        _ = procedure.start(at: .zero)
        _ = procedure.wasRead(.success([0, 0, 0, 0]))
        _ = procedure.wrote(nil)
        #expect(procedure.wrote(.other("not now")) == finding([]))
    }

    @Test func aLinkThatEndsSettlesNothing() {
        for failure in [StepFailure.linkLost, .silent] {
            var reading = UserDataProcedure(data, on: UserDataProcedure.characteristics)
            _ = reading.start(at: .zero)
            #expect(reading.wasRead(.failure(failure)) == finding([]))
            var writing = UserDataProcedure(data, on: UserDataProcedure.characteristics)
            _ = writing.start(at: .zero)
            _ = writing.wasRead(.success([0, 0, 0, 0]))
            _ = writing.wrote(nil)
            #expect(writing.wrote(failure) == finding([]))
        }
    }
}
