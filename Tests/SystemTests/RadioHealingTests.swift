import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Processes
import SimulatedHub
import Testing

/// A radio that breaks while a hub works: the fault is named where people look, and the radio recovers without help.
@Suite struct RadioHealingTests {
    /// A fault of the radio.
    struct Trouble: Sendable {
        /// The control line that causes it.
        let strike: String
        /// The cause that is reported; nil for a fault that is over before anyone could see it.
        var cause: String?
        /// The control line that ends it; nil if the hub or time ends it.
        var cure: String?
        /// Whether only the kernel's switch shows it, not bluetoothd.
        var isSwitch = false
    }

    /// The adapter's switch in the kernel, simulated by a folder.
    struct Switch: Sendable {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitalbus-rfkill-\(UUID().uuidString)")

        func set(isBlocked: Bool) throws {
            let place = folder.appending(path: "rfkill0")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let files = ["type": "bluetooth", "name": "hci0", "hard": "0", "soft": isBlocked ? "1" : "0"]
            for (name, text) in files {
                try Data("\(text)\n".utf8).write(to: place.appending(path: name), options: .atomic)
            }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    private static let cuffs = ["F0:0D:00:00:00:01", "F0:0D:00:00:00:02"]

    private static func scenario(adapter: String = "hci0") -> String {
        let devices = cuffs.map { #"{"address": "\#($0)", "idleSeconds": 0.3}"# }.joined(separator: ",")
        return """
            {"seed": 5, "timing": \(LineScenario.quick), "adapter": {"name": "\(adapter)"}, "devices": [\(devices)]}
            """
    }

    private var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = Self.scenario()
        settings.configuration = [
            "ble-scanner": ["health.interval": "1s"], "device-reader": ["health.interval": "1s", "read.idle": "500ms"],
        ]
        return settings
    }

    /// Both cuffs measure, and both readings arrive once.
    private func expectReadings(_ line: RunningLine, _ number: Int, after what: String) async throws {
        let readings = Self.cuffs.indices.map {
            Triple(systolic: Double(120 + number), diastolic: 70, pulse: Double(60 + $0))
        }
        for (address, reading) in zip(Self.cuffs, readings) { try await line.radio.measure(reading, at: address) }
        try await line.wait("both cuffs' readings after \(what)") {
            readings.allSatisfy { reading in line.cloud.delivered.contains(reading) }
        }
        #expect(try await line.summary().duplicates == 0)
    }

    private func expectHealing(
        _ line: RunningLine,
        _ watch: RadioWatch,
        _ cause: String?,
        cure: () async throws -> Void
    ) async throws {
        guard let cause else { return }
        try await line.wait("\(cause) in the adapter's state and both healths") { watch.isToldByAll(cause) }
        try await cure()
        try await expectEnd(line, watch, cause)
    }

    /// Waits until the cause is no longer reported.
    private func expectEnd(_ line: RunningLine, _ watch: RadioWatch, _ cause: String) async throws {
        try await line.wait("the end of \(cause)") { watch.isOver(cause) }
    }

    @Test func whateverBefallsTheRadioIsNamedAndHeals() async throws {
        let troubles = [
            Trouble(
                strike: #"{"do": "daemon", "to": "kill"}"#,
                cause: "serviceAway",
                cure: #"{"do": "daemon", "to": "start"}"#
            ),
            Trouble(strike: #"{"do": "fault", "kind": "daemonRestart", "seconds": 12}"#, cause: "serviceAway"),
            Trouble(
                strike: #"{"do": "adapter", "to": "block"}"#,
                cause: "adapterBlocked",
                cure: #"{"do": "adapter", "to": "unblock"}"#,
                isSwitch: true
            ),
            // A user switches it off; the hub switches it on again.
            Trouble(strike: #"{"do": "adapter", "to": "off"}"#),
            Trouble(
                strike: #"{"do": "adapter", "to": "detach"}"#,
                cause: "noAdapter",
                cure: #"{"do": "adapter", "to": "attach"}"#
            ),
            Trouble(
                strike: #"{"do": "fault", "kind": "adapterRemoved", "seconds": 12, "adapter": "hci3"}"#,
                cause: "noAdapter"
            ),
            Trouble(strike: #"{"do": "fault", "kind": "secondAdapter", "seconds": 12}"#, cause: "ambiguousAdapter"),
        ]
        let kernel = Switch()
        try kernel.set(isBlocked: false)
        defer { kernel.remove() }
        var settings = settings
        for actor in settings.configuration.keys {
            settings.configuration[actor]?["rfkill.folder"] = kernel.folder.path
        }
        try await RunningLine.with(settings) { line in
            try await RadioWatch.with(line) { watch in
                try await expectReadings(line, 0, after: "the start")
                for (number, trouble) in troubles.enumerated() {
                    watch.mark()
                    if trouble.isSwitch { try kernel.set(isBlocked: true) }
                    try await line.radio.control(trouble.strike)
                    try await expectHealing(line, watch, trouble.cause) {
                        if trouble.isSwitch { try kernel.set(isBlocked: false) }
                        if let cure = trouble.cure { try await line.radio.control(cure) }
                    }
                    try await expectReadings(line, number + 1, after: trouble.strike)
                }
            }
        }
    }

    @Test func aServiceThatHangsAndABusThatGoesAreToldApartAndSurvived() async throws {
        try await RunningLine.with(settings) { line in
            try await RadioWatch.with(line) { watch in
                try await expectReadings(line, 0, after: "the start")
                watch.mark()
                try await line.radio.haltDevices()
                try await expectHealing(line, watch, "serviceHung") { await line.radio.resumeDevices() }
                try await expectReadings(line, 1, after: "bluetoothd hung")
                watch.mark()
                await line.radio.stopDevices()
                try await expectHealing(line, watch, "busAway") {
                    try await line.radio.startDevices(scenario: Self.scenario(adapter: "hci1"))
                }
                try await expectReadings(line, 2, after: "the bus was away")
            }
        }
    }

    /// The adapter claims to scan, does not stop, and hears nothing: only switching it off and on helps.
    @Test func aDiscoveryThatIsStuckIsFreed() async throws {
        var settings = settings
        settings.configuration["ble-scanner"]?["silence"] = "6s"
        try await RunningLine.with(settings) { line in
            try await RadioWatch.with(line) { watch in
                try await expectReadings(line, 0, after: "the start")
                watch.mark()
                // Two, because discovery that pauses for a link may use up the first, and then a stuck one is not
                // noticed.
                try await line.radio.control(#"{"do": "fault", "kind": "stopDiscoveryInProgress", "count": 2}"#)
                try await line.radio.control(#"{"do": "fault", "kind": "discoveryStuck", "count": 1}"#)
                // These are heard only after the adapter was switched off and on.
                try await expectReadings(line, 1, after: "discovery was stuck")
                try await line.wait("discoveryStuck in the scanner's words: \(watch.words)") {
                    watch.isToldByScanner("discoveryStuck")
                }
                #expect(line.radio.hasStruck("stopDiscoveryInProgress"))
            }
        }
    }

    /// BlueZ believes that a stopped discovery still runs: the fault is reported, and a new one starts as soon as BlueZ
    /// allows it.
    @Test func aDiscoveryThatIsRefusedIsNamedAndBegins() async throws {
        try await RunningLine.with(settings) { line in
            try await RadioWatch.with(line) { watch in
                try await expectReadings(line, 0, after: "the start")
                watch.mark()
                try await line.radio.control(#"{"do": "fault", "kind": "startDiscoveryInProgress"}"#)
                // Discovery pauses while a cuff is connected, and starts again afterwards.
                try await line.radio.measure(Triple(systolic: 150, diastolic: 80, pulse: 60), at: Self.cuffs[0])
                let cause = "discoveryRefused"
                try await line.wait("\(cause) in the scanner's words") { watch.isToldByScanner(cause) }
                try await line.radio.control(#"{"do": "clearFaults"}"#)
                try await expectEnd(line, watch, cause)
                #expect(line.radio.hasStruck("startDiscoveryInProgress"))
                try await expectReadings(line, 1, after: "discovery was refused")
            }
        }
    }

    /// On a new machine the bus's policy does not know the hub's user until someone configures it.
    @Test func aBusThatForbidsBlueZIsNamedAndServesWhenItAllowsIt() async throws {
        try await RunningLine.with(settings) { line in
            try await RadioWatch.with(line) { watch in
                try await expectReadings(line, 0, after: "the start")
                watch.mark()
                try await line.radio.setRadioAccess(false)
                try await line.wait("accessDenied everywhere") { watch.isToldByAll("accessDenied") }
                // Also for processes that start in this state.
                for actor in ["ble-scanner", "device-reader"] { try await line.kill(actor) }
                watch.mark()
                try await expectHealing(line, watch, "accessDenied") {
                    let doctor = try await ProgramRun(
                        "vitalbus",
                        ["doctor", "--state", line.folder.state],
                        environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(line.folder.bus)/bus"]
                    )
                    #expect(doctor.exit == .code(1))
                    #expect(doctor.text.contains("bluetoothd: D-Bus does not allow this user to reach it"))
                    #expect(doctor.text.contains("deploy/dbus/vitalbus.conf"))
                    #expect(doctor.text.contains("adapter: D-Bus does not allow this user to reach BlueZ"))
                    try await line.radio.setRadioAccess(true)
                }
                try await expectReadings(line, 1, after: "the bus allowed it")
            }
        }
    }
}
