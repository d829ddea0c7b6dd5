internal import ActorRuntime
internal import ArgumentParser
internal import BlueZ
internal import DeviceCaptures
internal import DeviceCodecs
internal import Foundation
internal import HubRunner

/// The command `vitalbus capture [DEVICE]`.
struct CaptureRecord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a device, or list the devices in range.",
        discussion: """
            A script has one step a line: 'read 2A29', 'subscribe FFF1', 'write FFF2 01 00', 'wait 5'; '#' begins a \
            comment. Each write needs --allow with its characteristic and exactly its bytes. Ctrl-C ends the recording and \
            keeps it. A hub that reads the device at the same time shares the link: end its reading first.
            """
    )

    /// The longest recording in seconds.
    private static let longest = 3_600
    /// The longest script in bytes.
    private static let longestScript = 1 << 16

    @Argument(help: "The device's address, or a word of its name; without it, devices in range are listed.")
    var device: String?
    @Option(help: ArgumentHelp("The length, up to 3600; default 60, for the list 10.", valueName: "seconds"))
    var seconds: Int?
    @Option(help: ArgumentHelp("End after this many values that the device sent by itself.", valueName: "n")) var count:
        Int?
    @Flag(help: "Record advertisements only, without a connection.") var adverts = false
    @Option(
        help: ArgumentHelp("A file of steps for the link, instead of all reads and subscriptions.", valueName: "file")
    )
    var script: String?
    @Option(
        help: ArgumentHelp(
            "Let the script write these bytes, as FFF2=0100; may be repeated.",
            valueName: "characteristic=bytes"
        )
    ) var allow: [String] = []
    @Option(help: ArgumentHelp("What the display shows; asked at the end if there is a terminal.", valueName: "text"))
    var shown: String?
    @Option(help: ArgumentHelp("The maker and model, for the file.", valueName: "text")) var model: String?
    @Option(help: ArgumentHelp("The new file; mode 0600.", valueName: "file")) var out = "capture.json"
    @Flag(help: "Keep the address, the name and serial numbers in the file.") var keepIdentity = false
    @Option(help: ArgumentHelp("The Bluetooth adapter, if there are several.", valueName: "address")) var adapter:
        String?
    @Flag(help: "Print the list as JSON, one device a line.") var json = false

    func validate() throws {
        if let seconds, !(1...Self.longest).contains(seconds) {
            throw ValidationError("--seconds must be 1 to \(Self.longest).")
        }
        if let count, count < 1 { throw ValidationError("--count must be 1 or more.") }
        guard script != nil || allow.isEmpty else { throw ValidationError("--allow is for the writes of a --script.") }
        guard !adverts || script == nil else { throw ValidationError("--adverts and --script exclude each other.") }
        if let wrong = allow.first(where: { AllowedWrite($0) == nil }) {
            throw ValidationError("--allow \(wrong): write it as FFF2=0100.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        guard let device else { return try await list(in: environment) }
        let output = CaptureOutput(path: out)
        try output.checkAbsent()
        let plan = try plan(environment)
        let (recorder, end) = try await CaptureRadio.with(adapter: adapter, environment: environment) { radio in
            let found = try await radio.find(device, seconds: seconds ?? plan.seconds)
            environment.err(
                "recording for \(plan.seconds) s; measure now, and end with Ctrl-C when the display shows the result"
            )
            let recorder = CaptureRecorder(found, client: radio.client, plan: plan) { environment.err($0) }
            // In tests signals are not this command's.
            let signals = environment.bus == nil ? await EndSignals.trapped() : nil
            return (recorder, await recorder.run(until: signals))
        }
        try save(recorder, end: end, to: output, environment: environment)
    }

    private func plan(_ environment: CommandEnvironment) throws -> CapturePlan {
        var plan = CapturePlan()
        plan.seconds = seconds ?? plan.seconds
        plan.count = count
        plan.advertsOnly = adverts
        guard let script else { return plan }
        try InputFile.check(script)
        let handle = try FileHandle(forReadingFrom: URL(filePath: script))
        defer { try? handle.close() }
        let bytes = try CommandEnvironment.wholeInput(handle, limit: Self.longestScript)
        guard bytes.count <= Self.longestScript else { throw CommandFailure.input("a script has at most 64 KiB") }
        let steps = try CaptureScript(String(decoding: bytes, as: UTF8.self))
        try steps.check(allowed: allow.compactMap(AllowedWrite.init))
        for write in steps.writes {
            for danger in write.dangers { environment.err("careful: \(write): \(danger)") }
        }
        plan.script = steps
        return plan
    }

    /// Writes the file first, then asks for the display: a second Ctrl-C then loses nothing.
    private func save(
        _ recorder: CaptureRecorder,
        end: CaptureEnd,
        to output: CaptureOutput,
        environment: CommandEnvironment
    ) throws {
        var capture = capture(recorder, end: end)
        capture.shown = shown
        try output.create(try CaptureFile.encode(capture))
        if shown == nil, end != .stopped {
            let typed = environment.read("What did the display show, such as 128/82 pulse 71? (Enter: nothing)")
            if let typed, !typed.isEmpty {
                capture.shown = typed
                try output.replace(try CaptureFile.encode(capture))
            }
        }
        let values = capture.events.count { $0.value != nil }
        let hidden =
            capture.redacted.isEmpty ? "nothing replaced" : "replaced: \(capture.redacted.joined(separator: ", "))"
        environment.out("\(output.path): \(capture.events.count) events, \(values) values, \(hidden)")
        environment.out("next: vitalbus capture check \(output.path)")
    }

    private func capture(_ recorder: CaptureRecorder, end: CaptureEnd) -> Capture {
        let (info, log) = (recorder.device, recorder.recorded)
        var capture = Capture(
            made: Date.now.ISO8601Format(),
            program: VitalBus.version,
            device: CapturedDevice(
                name: info.name,
                address: info.address.description,
                addressType: info.addressType?.rawValue,
                isPaired: info.isPaired
            )
        )
        capture.model = model
        capture.ended = end
        capture.services = log.services
        capture.events = log.events
        return keepIdentity ? capture : CaptureRedaction.redact(capture)
    }

    private func list(in environment: CommandEnvironment) async throws {
        let heard = try await CaptureRadio.with(adapter: adapter, environment: environment) { radio in
            try await Task.sleep(for: .seconds(seconds ?? 10))
            return await radio.heard()
        }
        let lines = heard.map(HeardDevice.init)
        guard !json else { return try environment.lines(lines) }
        guard !lines.isEmpty else { return environment.out("no device is in range: switch it on and try again") }
        var table = TextTable("address", "signal", "name", "model")
        for line in lines {
            table.add(line.address, line.rssi.map { "\($0) dBm" } ?? "", line.name ?? "", line.model ?? "unknown")
        }
        for line in table.lines(within: environment.columns) { environment.out(line) }
    }
}

/// A device in range, for the list.
private struct HeardDevice: Encodable {
    let address: String
    let rssi: Int?
    let name: String?
    /// The catalogue's best match; nil for an unknown device.
    let model: String?

    init(_ info: DeviceInfo) {
        address = info.address.description
        rssi = info.rssi
        name = info.name
        model = PeripheralCatalogue.standard.match(CapturedAdvert(info).facts)?.name
    }
}
