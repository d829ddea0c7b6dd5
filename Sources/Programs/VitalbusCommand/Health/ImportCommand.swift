internal import Archive
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HealthConnect
internal import HealthInputs
internal import HealthRecords
internal import HealthTypes
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import health data that a person exported.",
        discussion: """
            Takes exports of Apple Health, Health Auto Export, Google Fit, Fitbit, Samsung Health, Health Connect and \
            Garmin (FIT), as files, zip archives or folders. The importer recognises the format by the content. With \
            --dry-run it sends nothing and needs no hub: it shows which records the file would make and what would be \
            left out.

            The hub's importer reads the file from its own disk. Importing the same file or a newer export adds only \
            new and changed data. Ctrl-C hides the progress; the import continues.

            Days follow the time zone that the person was in, as far as the file tells it, else their home zone from \
            --zone. Times without a zone, as in some files of Fitbit and Google Fit, are in --zone, else in UTC.
            """
    )

    @Argument(help: ArgumentHelp("The export: a file, or the folder it was unpacked to.", valueName: "file"))
    var file: String
    @OptionGroup var choice: ImportChoice
    @OptionGroup var place: HubOptions
    @Option(help: "The most requests an hour that the destination allows; 0 for no limit.") var rate = 2_000
    @Flag(help: "Confirm that the file belongs to the seat's person although it names a different person than before.")
    var confirmPerson = false
    @Option(
        help: ArgumentHelp(
            "The user of a scale or cuff whose values to import, by the user's number in the file.",
            valueName: "number"
        )
    ) var userIndex: Int?
    @Flag(help: "Send nothing; show which records the file would make.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        guard rate >= 0 else { throw ValidationError("--rate is the number of requests an hour, or 0") }
        guard (0...4_095).contains(userIndex ?? 0) else {
            throw ValidationError("--user-index is a number from 0 to 4095")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let options = try choice.options()
        let result: ImportPreview
        do {
            result = try examine(options, in: environment)
        } catch {
            guard json, let failure = CommandFailure(error) else { throw error }
            try environment.json(["error": failure.fault])
            throw ExitCode(failure.exitCode)
        }
        guard dryRun else { return try await send(result, in: environment) }
        if choice.sets != nil, options.sets.contains(.reproductiveHealth) {
            environment.err("vitalbus: reproductive health is sent to the legacy API only")
        }
        if json { try environment.json(result) } else { for line in result.lines { environment.out(line) } }
    }

    private func send(_ preview: ImportPreview, in environment: CommandEnvironment) async throws {
        let count = preview.records.values.reduce(0, +)
        environment.err(
            "up to \(count) records, less those already known; their upload takes "
                + "\(ImportPreview.duration(preview.uploadEstimateSeconds)) at \(rate) requests an hour"
        )
        let body = ImportFile(
            path: URL(filePath: file).standardizedFileURL.path,
            seat: choice.seat,
            sets: choice.sets == nil ? nil : try choice.options().sets.map(\.rawValue).sorted(),
            from: choice.from,
            to: choice.to,
            zone: choice.zone,
            sources: choice.sources == nil ? nil : try choice.options().sourcePriority,
            allHeartRates: choice.allHeartRates ? true : nil,
            confirmsPerson: confirmPerson ? true : nil,
            userIndex: userIndex
        )
        let end = try await place.connect { connection, hub in
            var body = body
            body.seat = try await Resolver(connection, place: hub).seat(ifNamed: body.seat)
            if let seat = body.seat, let session = try await TypedAnswer.session(seat, over: connection) {
                // The file is for the person who is named here, also if the next one comes in this moment.
                body.sessionID = session.sessionID
                environment.err("for seat \(seat), user \(session.userID ?? "-")")
            }
            return try await ImportFollower(hub: hub.hub, show: environment.progress).run(
                body,
                over: connection
            )
        }
        if json {
            try environment.json(end)
        } else if end.error == nil {
            environment.out(HealthCommand.text(end))
            for line in LeftOutText.lines(end.leftOut ?? []) { environment.out(line) }
        }
        if let error = end.error { throw CommandFailure(fault: error) }
    }

    private func examine(_ options: HealthImportOptions, in environment: CommandEnvironment) throws -> ImportPreview {
        let input = try open()
        var tally = HealthTally()
        var bar = ImportProgress(total: input.size, show: environment.progress)
        var options = options
        options.platform = input.kind.platform
        let report = try HealthImport(options).run { collector in
            try input.readAll(into: &collector, salt: [], clock: options.clock, userIndex: userIndex) { bar.show($0) }
        } emit: {
            tally.add($0)
        }
        bar.finish()
        return ImportPreview(tally, report: report, rate: rate)
    }

    private func open() throws -> HealthInput {
        try InputFile.check(file)
        do {
            return try HealthInput(path: file)
        } catch let error as ArchiveError {
            throw CommandFailure(
                error.code.rawValue,
                message: error.message,
                exitCode: 65,
                isRetriable: error.isRetriable
            )
        }
    }
}
