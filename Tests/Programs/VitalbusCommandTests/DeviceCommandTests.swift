import ActorRuntime
import BusContract
import ContractLiterals
import DeviceCodecs
import Foundation
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import VitalbusCommand

@Suite struct DeviceCommandTests {
    private let state = FileManager.default.temporaryDirectory.appending(path: "vb-cli-\(UUID().uuidString)").path
    private let device = DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))

    /// Runs a command against a device reader that records its requests.
    private func run<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ operation: MessageBus.Operation<Body, Reply>,
        _ reply: Reply,
        input: String = "",
        answer: String? = nil,
        _ arguments: [String]
    ) async throws -> (outcome: Shell.Outcome, body: Body?) {
        let broker = InMemoryBroker()
        let seen = Mutex<Body?>(nil)
        let handler = RequestHandler(operation) { body, _ in
            seen.withLock { $0 = body }
            return reply
        }
        let outcome = try await Shell.serving("device-reader", hub: "h", [handler], on: broker) {
            await Shell(broker, input: input, answer: answer).run(arguments + ["--state", state])
        }
        return (outcome, seen.withLock { $0 })
    }

    @Test func aPeripheralIsShownWithWhatIsMissing() async throws {
        let view = PeripheralView(
            peripheralID: 51,
            name: "Roche CoaguChek INR",
            manufacturer: "Roche",
            model: "CoaguChek INR",
            type: "coagulationMeter",
            requiresPairing: true,
            pairingInstructions: "Pair.",
            startInstructions: "Start.",
            readingInstructions: "Read.",
            imageURL: "file:///51.svg",
            advertises: "afterMeasurement",
            hasMemory: false,
            missing: [WireFault(code: "licenseMissing", message: "validic.license is missing", retriable: false)],
            disabled: false,
            verified: false
        )
        let reply = SupportedPeripherals(peripherals: [view])
        let (shown, _) = try await run(ReaderTopics.supportedPeripherals, reply, ["peripheral", "show", "51"])
        #expect(shown.code == 0)
        #expect(shown.out.first == "51 Roche CoaguChek INR: coagulationMeter (missing: licenseMissing)")
        #expect(shown.out.contains("missing: validic.license is missing"))
        #expect(shown.out.contains("picture: file:///51.svg"))
        #expect(shown.out.contains("in range: after the measurement; it only connects to deliver"))
        #expect(shown.out.contains("memory: none; a reading lost in transmission must be measured again"))
        let (list, filter) = try await run(
            ReaderTopics.supportedPeripherals,
            reply,
            ["peripheral", "list", "coagu", "--type", "coagulationMeter"]
        )
        #expect(list.code == 0)
        #expect(filter == PeripheralFilter(type: "coagulationMeter", text: "coagu", disabled: false))
        #expect(list.out.joined().contains("licenseMissing"))
        let none = SupportedPeripherals(peripherals: [])
        #expect(try await run(ReaderTopics.supportedPeripherals, none, ["peripheral", "show", "7"]).outcome.code == 65)
    }

    /// Each model has one of four statements of evidence, in the list, alone and as JSON.
    @Test(arguments: ModelEvidence.allCases) func aModelsEvidenceIsShown(evidence: ModelEvidence) async throws {
        let view = PeripheralView(
            peripheralID: 7,
            name: "Acme C3",
            manufacturer: "Acme",
            model: "C3",
            type: "glucoseMeter",
            requiresPairing: true,
            pairingInstructions: "Pair.",
            readingInstructions: "Read.",
            disabled: false,
            verified: evidence == .captured,
            evidence: PeripheralView.Evidence(rawValue: evidence.rawValue)
        )
        #expect(PeripheralView.Evidence.known.map(\.rawValue) == ModelEvidence.allCases.map(\.rawValue))
        let reply = SupportedPeripherals(peripherals: [view])
        for words in [["peripheral", "list"], ["peripheral", "show", "7"]] {
            let (shown, _) = try await run(ReaderTopics.supportedPeripherals, reply, words)
            #expect(shown.code == 0 && shown.out.joined().contains(evidence.words), "\(shown.out)")
        }
        let (json, _) = try await run(ReaderTopics.supportedPeripherals, reply, ["peripheral", "list", "--json"])
        #expect(json.out.joined().contains(#""evidence":"\#(evidence.rawValue)""#), "\(json.out)")
    }

    /// Pairing a device without a driver is refused with the reason, and the command fails.
    @Test func aRefusedPairingFails() async throws {
        let broker = InMemoryBroker()
        let words = "AgaMatrix Jazz Wireless 2 cannot be paired: no public description of the protocol was found"
        let handler = RequestHandler(ReaderTopics.pairPeripheral) { _, _ in
            throw BusError(BusError.Code(rawValue: "driverMissing"), message: words)
        }
        let outcome = try await Shell.serving("device-reader", hub: "h", [handler], on: broker) {
            await Shell(broker).run(["device", "pair", device.description, "32", "--state", state])
        }
        #expect(outcome.code == 70 && outcome.out.isEmpty)
        #expect(outcome.err.joined().contains(words))
    }

    /// A device in range without a driver is listed with the reason.
    @Test func whatIsInSightAndNotReadIsNamed() async throws {
        let other = DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, 2)))
        let hostile = UnknownDevice(device: other, name: "x'; $(reboot)\u{1B}[2J", rssi: -70)
        let reply = Sightings(
            devices: [],
            unknown: [UnknownDevice(device: device, name: "Meter 7", rssi: -50), hostile]
        )
        let broker = InMemoryBroker()
        let handler = RequestHandler(ScannerTopics.sightings) { _, _ in reply }
        let outcome = try await Shell.serving("ble-scanner", hub: "h", [handler], on: broker) {
            await Shell(broker).run(["device", "nearby", "--state", state])
        }
        let lines = outcome.out.filter { $0.contains("no driver reads it") }
        #expect(outcome.code == 0 && lines.count == 2, "\(outcome)")
        #expect(lines.first?.contains("vitalbus capture 'Meter 7'") == true)
        #expect(lines.last?.contains(": vitalbus capture records") == true && lines.last?.contains("\u{1B}") == false)
    }

    /// The list of devices in range shows what a known model without a driver lacks.
    @Test func aKnownModelInSightSaysWhatItLacks() {
        let lacks = [
            WireFault(code: "authKeyMissing", message: "the key file is missing", retriable: false),
            WireFault(code: "driverMissing", message: "no driver is installed", retriable: false),
        ]
        func view(_ id: Int, _ missing: [WireFault]) -> PeripheralView {
            PeripheralView(
                peripheralID: id,
                name: "Model \(id)",
                manufacturer: nil,
                model: nil,
                type: "glucoseMeter",
                requiresPairing: true,
                pairingInstructions: "Pair.",
                readingInstructions: "Read.",
                missing: missing,
                disabled: false,
                verified: false
            )
        }
        func lines(_ ids: [Int]) -> [String] {
            let sighted = PeripheralSighted(
                hub: "h",
                device: device,
                peripheralIDs: ids,
                name: "Jazz",
                rssi: -40,
                advertisement: Advertisement(),
                episode: Date(timeIntervalSince1970: 0)
            )
            return DeviceNearby.text(Sightings(devices: [sighted]), models: [view(32, lacks), view(1000, [])])
        }
        let words = "Model 32 is in range, but cannot be read: no driver is installed"
        #expect(lines([32]).first?.hasSuffix(words) == true)
        // Its profile suffices to read it, so nothing is missing.
        #expect(lines([32, 1000]).first?.contains("cannot be read") == false)
        #expect(lines([7]).first?.contains("cannot be read") == false)
    }

    @Test func aReadingNamesTheAllowedDevicesOrNone() async throws {
        let reply = PeripheralDidRead(
            seat: nil,
            hub: "h",
            peripheralID: 3000,
            device: device,
            records: [],
            disposition: .held
        )
        let (any, first) = try await run(ReaderTopics.readPeripheral, reply, ["device", "read", "3000", "--hold"])
        #expect(any.out == ["device \(device): 0 readings"])
        #expect(first?.allowedDevices == nil && first?.device == nil && first?.autoSubmit == false)
        let (_, second) = try await run(
            ReaderTopics.readPeripheral,
            reply,
            ["device", "read", "3000", "--allow", device.description]
        )
        #expect(second?.allowedDevices == [device])
    }

    /// A reading that is stored and will be sent counts as done; a repeated one, or one without a session, does not.
    @Test(
        arguments: [
            (.outbox, 0, "will get it later"), (.submitted, 0, "booked"), (.repeated, 1, "already stored"),
            (.unsynced, 1, "session has ended"),
        ] as [(ReadingDisposition, Int32, String)]
    )
    func aReadIsDoneOnlyWhenItsReadingGoesOn(fate: ReadingDisposition, code: Int32, word: String) async throws {
        let reading = Reading(
            readingKey: ReadingKey.hashed(scheme: "test", fields: [1: [1]]),
            type: .biometrics,
            timestamp: Date(timeIntervalSince1970: 1_700_000_000),
            utcOffset: 0,
            timeQuality: .received,
            receivedAt: Date(timeIntervalSince1970: 1_700_000_000),
            hub: try #require(HubID(rawValue: "h")),
            seat: nil,
            source: RecordSource(kind: .bluetooth),
            measurements: [Measurement(metric: .pulse, value: 64, unit: "/min")]
        )
        let reply = PeripheralDidRead(
            seat: nil,
            hub: "h",
            peripheralID: 3000,
            device: device,
            records: [reading],
            disposition: fate
        )
        let (outcome, _) = try await run(ReaderTopics.readPeripheral, reply, ["device", "read", "3000"])
        #expect(outcome.code == code)
        #expect((outcome.out + outcome.err).joined().contains(word))
    }

    @Test func aTypeThatIsNoneIsRefusedAndABeginningIsEnough() async throws {
        let reply = SupportedPeripherals(peripherals: [])
        let command = ["peripheral", "list", "--type"]
        let (none, _) = try await run(ReaderTopics.supportedPeripherals, reply, command + ["toaster"])
        #expect(none.code == 65 && none.err.joined().contains("glucoseMeter"), "\(none.err)")
        let (some, filter) = try await run(ReaderTopics.supportedPeripherals, reply, command + ["glucose"])
        #expect(some.code == 0 && filter?.type == "glucoseMeter")
    }

    @Test func aDeviceThatIsNotThereIsNotPaired() async throws {
        let reply = PeripheralPaired(seat: nil, hub: "h", peripheralID: 3000, device: device, assigned: nil)
        let command = ["device", "pair", "nosuchcuff", "3000"]
        let (outcome, body) = try await run(ReaderTopics.pairPeripheral, reply, command)
        #expect(outcome.code == 65 && body == nil)
    }

    @Test func aKeyComesFromStandardInputOnly() async throws {
        let reply = PeripheralDataStored(hub: "h", device: device, missing: [])
        let digits = "00112233445566778899aabbccddeeff"
        let (stored, body) = try await run(
            ReaderTopics.storePeripheralData,
            reply,
            input: digits + "\n",
            ["device", "key", device.description, "51"]
        )
        #expect(stored.code == 0 && body?.encryptionKey == digits)
        #expect(!stored.out.joined().contains(digits))
        let (none, _) = try await run(
            ReaderTopics.storePeripheralData,
            reply,
            ["device", "key", device.description, "51"]
        )
        #expect(none.code == 65)
    }

    @Test(
        arguments: [
            (["000042"], "000042", nil), (["--same"], nil, true), (["--no"], nil, false),
        ] as [([String], String?, Bool?)]
    )
    func aPairingsQuestionIsAnswered(arguments: [String], passkey: String?, accept: Bool?) async throws {
        let (outcome, body) = try await run(
            ReaderTopics.answerPasskey,
            Empty(),
            ["device", "passkey", "q1"] + arguments
        )
        #expect(outcome.code == 0)
        #expect(body == AnswerPasskey(request: "q1", passkey: passkey, accept: accept))
    }

    @Test func nothingIsForgottenUnlessAPersonSaysYes() async throws {
        let reply = DeviceForgotten(hub: "h", device: device, pairing: true, secrets: 1)
        let command = ["device", "forget", device.description]
        let (no, unasked) = try await run(ReaderTopics.forgetDevice, reply, answer: "n", command)
        #expect(no.code == 65 && unasked == nil)
        let (yes, body) = try await run(ReaderTopics.forgetDevice, reply, answer: "y", command)
        #expect(yes.out == ["device \(device): its pairing was removed, 1 stored keys erased"])
        #expect(body == ForgetDevice(device: device))
    }

    @Test func thePassiveSetIsReplaced() async throws {
        let (set, body) = try await run(
            ReaderTopics.setPassivePeripherals,
            PassivePeripherals(peripheralIDs: [1000, 3000]),
            ["passive", "set", "3000", "1000"]
        )
        #expect(set.out == ["read automatically: 1000, 3000"])
        #expect(body?.peripheralIDs == [3000, 1000])
        let none = PassivePeripherals(peripheralIDs: [])
        let (off, empty) = try await run(ReaderTopics.setPassivePeripherals, none, ["passive", "set"])
        #expect(off.out == ["no model is read automatically"] && empty?.peripheralIDs == [])
    }

    /// The pairing is complete only once the session manager has confirmed the assignment.
    @Test(arguments: [true, false])
    func aPairingIsDoneOnceItsSeatIsAssigned(isAssigned: Bool) async throws {
        let reply = PeripheralPaired(
            seat: "bed-a",
            hub: "h",
            peripheralID: 3000,
            device: device,
            assigned: isAssigned
        )
        let command = ["device", "pair", device.description, "3000", "--seat", "bed-a"]
        let (outcome, body) = try await run(ReaderTopics.pairPeripheral, reply, command)
        #expect(body?.seat == "bed-a" && outcome.code == (isAssigned ? 0 : 75))
        #expect(outcome.out.first?.hasPrefix("device \(device) is paired") == true)
        #expect(outcome.err.joined().contains("has not answered yet") == !isAssigned)
    }

    /// Neither the PIN nor the person is on the command line, which every user of the machine can read.
    @Test func aScalesUserIsTakenOverByAPINFromStandardInput() async throws {
        let reply = PeripheralPaired(seat: "bed-a", hub: "h", peripheralID: 5000, device: device, assigned: true)
        let command = ["device", "pair", device.description, "5000", "--seat", "bed-a"]
        let taking = command + ["--user-index", "2", "--take-over"]
        let (outcome, body) = try await run(ReaderTopics.pairPeripheral, reply, input: "0417\n", taking)
        #expect(outcome.code == 0 && body?.pin == "0417" && body?.userIndex == 2 && body?.person == nil)
        #expect(!(outcome.out + outcome.err).joined().contains("0417"))
        for input in ["", "12345", "abcd"] {
            let (refused, none) = try await run(ReaderTopics.pairPeripheral, reply, input: input, taking)
            #expect(refused.code == 65 && none == nil && refused.err.joined().contains("1 to 4 digits"))
        }
        let (nameless, _) = try await run(
            ReaderTopics.pairPeripheral,
            reply,
            input: "0417\n",
            command + ["--take-over"]
        )
        #expect(nameless.code == 64)
    }

    @Test func aPersonIsReadFromAFileThatNobodyElseMayRead() async throws {
        let reply = PeripheralPaired(seat: "bed-a", hub: "h", peripheralID: 5000, device: device, assigned: true)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "person.json")
        try Data(#"{"birthDate": "1958-03-14", "sex": "female", "height": 164}"#.utf8).write(to: file)
        let command = ["device", "pair", device.description, "5000", "--seat", "bed-a", "--person-file", file.path]
        func attempt(mode: Int) async throws -> (outcome: Shell.Outcome, body: PairPeripheral?) {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            return try await run(ReaderTopics.pairPeripheral, reply, command)
        }
        let open = try await attempt(mode: 0o644)
        #expect(open.outcome.code != 0 && open.body == nil)
        let closed = try await attempt(mode: 0o600)
        #expect(closed.outcome.code == 0)
        #expect(closed.body?.person == ScalePerson(birthDate: "1958-03-14", sex: .female, height: 164))
    }

    /// If the reader needs a passkey during a pairing, the terminal asks for it.
    @Test func aPasskeyIsAskedForAtTheTerminalWhilePairing() async throws {
        let broker = InMemoryBroker()
        let address = try BusAddress(site: "s", hub: "h", actor: "device-reader", instance: "main")
        let reader = BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
        let answered = BoundedQueue<AnswerPasskey>(capacity: 1)
        let device = device
        let handlers = [
            RequestHandler(ReaderTopics.pairPeripheral) { body, _ in
                let question = PasskeyRequested(
                    seat: body.seat,
                    hub: "h",
                    peripheralID: body.peripheralID,
                    device: body.device,
                    request: "q1",
                    kind: .enter,
                    digits: nil,
                    expires: Date().addingTimeInterval(50)
                )
                try await reader.publish(ReaderTopics.passkeyRequested, data: question)
                guard await answered.next()?.passkey == "012345" else {
                    throw BusError(.init(rawValue: "pairingFailed"), message: "the wrong digits")
                }
                return PeripheralPaired(
                    seat: body.seat,
                    hub: "h",
                    peripheralID: body.peripheralID,
                    device: body.device,
                    assigned: true
                )
            },
            RequestHandler(ReaderTopics.answerPasskey) { body, _ in
                await answered.send(body)
                return Empty()
            },
        ]
        let state = state
        let outcome = try await Shell.serving("device-reader", hub: "h", handlers, on: broker) {
            await Shell(broker, answer: "012 345").run([
                "device", "pair", device.description, "10061", "--seat", "bed-a", "--state", state,
            ])
        }
        #expect(outcome.out == ["device \(device) is paired and assigned to seat bed-a"])
    }
}
