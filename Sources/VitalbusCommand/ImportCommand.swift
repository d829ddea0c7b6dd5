internal import Archive
internal import ArgumentParser
internal import HealthDays
internal import HealthInputs
internal import VitalRecords

/// The command `vitalbus import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import health data that a person exported.",
        discussion: """
            Apple Health's export.zip or export.xml; what it is is told by its content, not by its name. With --dry-run \
            nothing is sent and no hub is needed: it shows what would become of the file.

            Days are those of the zone the person was in, as far as the file says; --zone is their home.
            """
    )

    @Argument(help: ArgumentHelp("The export.", valueName: "file")) var file: String
    @OptionGroup var choice: ImportChoice
    @Option(help: "The most requests an hour that the destination allows; 0 for no limit.") var rate = 2_000
    @Flag(help: "Send nothing; show what would become of the file.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        guard rate >= 0 else { throw ValidationError("--rate is a count of requests an hour, or 0") }
    }

    func run() throws {
        let environment = CommandEnvironment.current
        let options = try choice.options()
        guard dryRun else {
            throw CommandFailure.input("say --dry-run: this command sends nothing yet")
        }
        let result: ImportPreview
        do {
            result = try examine(options, environment)
        } catch {
            guard json, let failure = CommandFailure(error) else { throw error }
            try environment.json(["error": failure.fault])
            throw ExitCode(failure.exitCode)
        }
        if choice.sets != nil, options.sets.contains(.reproductiveHealth) {
            environment.err("vitalbus: reproductive health goes to the legacy API only; nothing of it is counted")
        }
        json ? try environment.json(result) : environment.out(result.text)
    }

    private func examine(_ options: HealthImportOptions, _ environment: CommandEnvironment) throws -> ImportPreview {
        let input = try open()
        var tally = HealthTally()
        var bar = ImportProgress(total: input.size, show: environment.progress)
        var options = options
        options.platform = input.kind.platform
        let report = try HealthImport(options).run { collector in
            try input.read(into: &collector, salt: []) { bar.show($0) }
        } emit: {
            tally.add($0)
        }
        bar.finish()
        return ImportPreview(tally, report, rate: rate)
    }

    private func open() throws -> HealthInput {
        do {
            return try HealthInput(try ReadableFile(path: file))
        } catch let error as ArchiveError {
            throw CommandFailure(error.code.rawValue, error.message, exitCode: 65, isRetriable: error.isRetriable)
        }
    }
}
