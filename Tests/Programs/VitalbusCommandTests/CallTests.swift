import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing

@testable import VitalbusCommand

@Suite struct CallTests {
    private func call(_ reply: @escaping @Sendable (PassivePeripherals) throws -> PassivePeripherals) async throws
        -> Shell.Outcome
    {
        let broker = InMemoryBroker()
        let handler = RequestHandler(ReaderTopics.setPassivePeripherals) { body, _ in try reply(body) }
        return try await Shell.serving("device-reader", hub: "h", [handler], on: broker) {
            await Shell(broker, input: #"{"peripheralIDs":[3000]}"#)
                .run("call", "device-reader", "setPassivePeripherals", "-")
        }
    }

    /// Half of a body or of a secret must never pass for the whole.
    @Test func inputThatCannotBeReadToItsEndIsRefused() throws {
        let folder = try #require(FileHandle(forReadingAtPath: "/"))
        let failure = #expect(throws: CommandFailure.self) { try CommandEnvironment.wholeInput(folder, limit: 100) }
        #expect(failure?.exitCode == 65)
    }

    @Test func aReplyIsPrintedAsItCame() async throws {
        let outcome = try await call { $0 }
        #expect(outcome.code == 0)
        #expect(outcome.out == [#"{"ok":{"peripheralIDs":[3000]}}"#])
    }

    @Test(arguments: [
        (BusError.Code.invalidArgument, 65), (.internalError, 70), (.busy, 75), (.storeUnavailable, 75), (.noSpace, 74),
        (.notAuthorized, 77), (.draining, 75), (BusError.Code(rawValue: "somethingNew"), 70),
    ])
    func anErrorOfTheServerHasItsExitCode(code: BusError.Code, exit: Int) async throws {
        let outcome = try await call { _ in throw BusError(code, message: "because") }
        #expect(outcome.code == Int32(exit))
        #expect(outcome.out.first?.contains(#""code":"\#(code.rawValue)""#) == true)
        #expect(outcome.err == ["vitalbus: because"])
    }

    /// Another message keeps its text, which may say that the hub is revoked.
    @Test func theMissingRightOfARequestIsNamed() async throws {
        let one = "no right to 'vitalbus/v1/home/hub-1/request/ble-scanner/sightings'"
        let named = try await call { _ in throw BusError(.notAuthorized, message: one) }
        let words = named.err.first ?? ""
        #expect(words.contains("no right to 'sightings' of ble-scanner at hub 'hub-1'"), "\(words)")
        for topic in ["home/+/actor/+/+/availability", "home/hub-1/reply/vitalbus-cli/cli-1/+"] {
            let text = "MQTT subscribe to 'vitalbus/v1/\(topic)': rejected; it may be revoked"
            let kept = try await call { _ in throw BusError(.notAuthorized, message: text) }
            #expect(kept.err == ["vitalbus: \(text)"])
        }
    }

    @Test func nobodyThereIsUnavailable() async {
        let outcome = await Shell(InMemoryBroker(), input: "{}").run("call", "device-reader", "cancel", "-")
        #expect(outcome.code == 69)
        #expect(outcome.out.first?.contains(#""code":"noResponder""#) == true)
        let words = outcome.err.first ?? ""
        #expect(words.contains("device-reader is not running at hub '") && !words.contains("request/"), "\(words)")
    }

    @Test func unknownNamesListWhatExists() async {
        let actor = await Shell(input: "{}").run("call", "device-raeder", "cancel", "-")
        #expect(actor.code == 65)
        #expect(actor.err.first?.contains("device-reader") == true)
        let operation = await Shell(input: "{}").run("call", "device-reader", "cancle", "-")
        #expect(operation.code == 65)
        #expect(operation.err.first?.contains("setPassivePeripherals") == true)
    }

    @Test func aBodyIsCheckedBeforeItIsSent() async {
        for body in ["", "[]", #"{"peripheralIDs":"3000"}"#] {
            let outcome = await Shell(InMemoryBroker(), input: body)
                .run("call", "device-reader", "setPassivePeripherals", "-")
            #expect(outcome.code == 65, "\(body)")
        }
    }

    @Test func credentialsAreNotForPeople() async {
        let outcome = await Shell(InMemoryBroker(), input: #"{"sessionID":"x"}"#)
            .run("call", "session-manager", "credentials", "-")
        #expect(outcome.code == 77)
    }
}
