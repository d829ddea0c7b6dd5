import BusContract
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import HomeAssistantActor

private let hub = "room-1"

/// Requests to a hub from Home Assistant: one at a time, and only this one can be cancelled and answered there.
@Suite struct HomeWorkTests {
    private func press(
        _ model: inout HomeModel,
        _ control: HomeControl,
        _ text: String = HomeComponent.press,
        id: String = "1"
    ) -> [HomeOutput] {
        model.take(.command(place: hub, control: control, text: text, id: id))
    }

    private func note(_ model: HomeModel) -> String? { model.states[hub]?["note"]?.text }

    /// A model with two meters and a seat, with one meter selected.
    private func chosen() throws -> HomeModel {
        var model = try Sample.model()
        _ = model.take(.sighted(try Sample.sighting("6f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f")))
        let shown = try #require(model.devices.first { $0.name == "VitalBus room-1" })
        guard case .array(let options)? = shown.components.first(where: { $0.key == "meter" })?.members["ops"],
            let name = options.dropFirst().first?.text
        else { throw HeldChoice.Refusal(words: "no meters") }
        _ = press(&model, .meter, name)
        _ = press(&model, .seat, "bed-a")
        return model
    }

    private func question(_ kind: PasskeyKind, digits: String? = nil, pairing: String? = "1") throws -> HomeInput {
        .asked(
            PasskeyRequested(
                seat: "bed-a",
                hub: hub,
                peripheralID: 1,
                device: try Sample.device(),
                request: "question",
                pairing: pairing,
                kind: kind,
                digits: digits,
                expires: Sample.time
            )
        )
    }

    private func isAsked(_ model: HomeModel) -> Bool { model.states[hub]?["asked"] == .bool(true) }

    @Test func aMeterIsChosenAndPairedAndReadForASeat() throws {
        var model = try chosen()
        _ = press(&model, .meter, HomeNames.nobody)
        #expect(press(&model, .read).isEmpty)
        #expect(note(model) == "choose a meter first")
        model = try chosen()
        let device = try Sample.device()
        let pair = PairPeripheral(device: device, peripheralID: 1, seat: "bed-a")
        #expect(press(&model, .pair) == [.pair(pair, hub: hub, id: "1")])
        _ = model.take(.done(place: hub, words: "paired", id: "1"))
        let read = ReadPeripheral(device: device, peripheralID: 1, seat: "bed-a")
        #expect(press(&model, .read, id: "2") == [.read(read, hub: hub, id: "2")])
        _ = model.take(.done(place: hub, words: "read", id: "2"))
        _ = press(&model, .meter, HomeNames.nobody)
        #expect(press(&model, .pair).isEmpty)
        #expect(model.take(.command(place: "room-9", control: .cancel, text: "PRESS", id: "3")).isEmpty)
    }

    @Test func theOnlyMeterNeedsNoChoiceUntilThereIsAnother() throws {
        var model = try Sample.model()
        let body = ReadPeripheral(device: try Sample.device(), peripheralID: 1)
        #expect(model.states[hub]?["meter"]?.text?.contains("5f0c") == true)
        #expect(press(&model, .read) == [.read(body, hub: hub, id: "1")])
        _ = model.take(.done(place: hub, words: "read", id: "1"))
        _ = model.take(.sighted(try Sample.sighting("6f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f")))
        #expect(model.states[hub]?["meter"]?.text == HomeNames.nobody && press(&model, .read).isEmpty)
    }

    @Test func onlyWhatWasAskedForHereIsCancelled() throws {
        var model = try chosen()
        #expect(press(&model, .cancel).isEmpty && note(model) == "no request of this device is running")
        _ = press(&model, .read, id: "2")
        // A second press starts nothing, and does not replace the first one.
        #expect(press(&model, .read, id: "3").isEmpty)
        #expect(press(&model, .cancel, id: "4") == [.cancel("2", hub: hub)])
        // The hub may not have begun it at the first cancellation.
        #expect(model.take(.notCancelled("2", hub: hub)) == [.cancel("2", hub: hub)])
        // The end of another request does not count.
        _ = model.take(.done(place: hub, words: "busy", id: nil))
        #expect(press(&model, .cancel) == [.cancel("2", hub: hub)])
        _ = model.take(.done(place: hub, words: "cancelled", id: "2"))
        #expect(model.take(.notCancelled("2", hub: hub)).isEmpty && press(&model, .cancel).isEmpty)
    }

    @Test func theDigitsOfAMeterAreAskedForAndAnswered() throws {
        var model = try chosen()
        _ = press(&model, .pair)
        #expect(!isAsked(model) && press(&model, .passkey, "424242").isEmpty)
        _ = model.take(try question(.enter))
        #expect(isAsked(model) && note(model)?.contains("type them into Passkey") == true)
        for text in ["42424", "4242424", "42424a", "٤٢٤٢٤٢"] { #expect(press(&model, .passkey, text).isEmpty) }
        let answer = AnswerPasskey(request: "question", passkey: "004242")
        #expect(press(&model, .passkey, "004 242") == [.answer(answer, hub: hub)])
        #expect(!isAsked(model) && press(&model, .passkey, "004242").isEmpty)
        let states = try WireJSON.encode(model.states)
        #expect(!String(decoding: states, as: UTF8.self).contains("4242"))
    }

    @Test func digitsAreComparedByTypingThem() throws {
        var model = try chosen()
        _ = press(&model, .pair)
        _ = model.take(try question(.confirm, digits: "123456"))
        #expect(note(model)?.contains("123456") == true)
        #expect(press(&model, .passkey, "123457").isEmpty && isAsked(model))
        #expect(
            press(&model, .passkey, "123456") == [.answer(AnswerPasskey(request: "question", accept: true), hub: hub)]
        )
    }

    @Test func digitsForTheMeterAreShownAndAwaitNothing() throws {
        var model = try chosen()
        _ = press(&model, .pair)
        _ = model.take(try question(.show, digits: "654321"))
        #expect(note(model)?.contains("654321") == true && !isAsked(model) && press(&model, .passkey, "654321").isEmpty)
        _ = model.take(.done(place: hub, words: "paired", id: "1"))
        #expect(note(model) == "paired")
    }

    /// Another person's pairing at the same hub, and its digits, belong to that person.
    @Test func whatAnothersPairingAsksIsNotSeenHere() throws {
        var model = try chosen()
        _ = model.take(try question(.show, digits: "654321", pairing: "1"))
        _ = press(&model, .pair)
        for pairing in ["another", nil] { _ = model.take(try question(.show, digits: "654321", pairing: pairing)) }
        #expect(note(model) == "under way")
        _ = model.take(try question(.enter, pairing: "another"))
        #expect(!isAsked(model) && press(&model, .passkey, "424242").isEmpty)
    }
}
