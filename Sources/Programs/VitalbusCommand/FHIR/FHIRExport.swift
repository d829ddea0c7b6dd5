internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import FHIRContent
internal import Files
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus fhir export`.
struct FHIRExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Write a person's records as a FHIR R4 bundle, a collection of Observations with their devices and origins.",
        discussion: """
            The bundle has each record's newest revision. It follows US Core's vital signs and HL7's Personal Health \
            Device guide. Records that are left out are listed on standard error with the reason: a metric without a \
            code ('vitalbus fhir codes'), control solution, or deleted. The patient must exist in the chart; none is \
            created. If several people used the seat, --user names the one to export.

            Example: vitalbus fhir export --seat bed-a --from 2026-03-01 --patient Patient/123 --out bed-a.json

            --everything is for a person who leaves. It exports all stored data of one person at every seat: of \
            --user, else of the seat's present or last user. The owner follows from each record's log id.

            Example: vitalbus fhir export --everything --user anna --patient Patient/123 --out anna.json
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat. Default: the one with the name of the hub.", valueName: "id")) var seat:
        String?
    @Option(help: ArgumentHelp("Only readings from this time on.", valueName: "time")) var from: String?
    @Option(help: ArgumentHelp("Only readings before this time; a day includes its end.", valueName: "time"))
    var to: String?
    @Flag(help: "All data of one person, from every seat that they used.") var everything = false
    @Option(
        help: ArgumentHelp(
            "The service's user whose records to export. Default: the seat's only user so far.",
            valueName: "user"
        )
    )
    var user: String?
    @Option(
        help: ArgumentHelp(
            "With --everything and --user: its organization, if the user is in several.",
            valueName: "id"
        )
    )
    var organization: String?
    @Option(help: ArgumentHelp("The patient's id in the chart.", valueName: "Patient/ID")) var patient: String?
    @Option(help: ArgumentHelp("An identifier of the patient in the chart.", valueName: "SYSTEM|VALUE"))
    var identifier: String?
    @Option(help: ArgumentHelp("The file, created with mode 0600. Default: standard output.", valueName: "file"))
    var out: String?

    func validate() throws {
        guard (patient == nil) != (identifier == nil) else {
            throw ValidationError("Name the patient: --patient Patient/ID or --identifier SYSTEM|VALUE.")
        }
        guard !everything || (from == nil && to == nil) else {
            throw ValidationError("--everything excludes --from and --to: leave out --everything to export a part.")
        }
        guard organization == nil || everything && user != nil else {
            throw ValidationError("--organization needs --everything and --user.")
        }
        guard !everything || out != nil else {
            throw ValidationError("--everything needs a file: --out FILE.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let whose = try subject()
        let (begin, end) = (
            try from.map { try LocalTime.moment($0, of: "--from") },
            try to.map { try LocalTime.moment($0, of: "--to", isEnd: true) }
        )
        let (everything, user, organization) = (everything, user, organization)
        let (entries, person, site) = try await place.connect { [seat] connection, hub in
            let named = seat ?? hub.hub
            let site = hub.target.address.site
            // A person's records are exported from all seats, so a named person needs no seat.
            let seat = everything && user != nil ? named : try await Resolver(connection, place: hub).seat(named)
            guard !everything else {
                let person = try await PersonRecords.read(
                    user: user,
                    organization: organization,
                    seat: seat,
                    over: connection
                )
                return (person.entries, PersonRecords?.some(person), site)
            }
            let body = RecordHistoryRequest(
                seat: seat,
                from: begin,
                to: end,
                whose: user == nil ? .everybody : nil,
                userID: user
            )
            let found = try await FoundRecords.read(body, most: .max, over: connection)
            if user == nil { try Self.requireOnePerson(found, seat: seat) }
            return (found.entries, nil, site)
        }
        let gateway = FHIRGateway(site: site, version: VitalBus.version)
        let records = entries.map { Self.record($0, patient: whose, gateway: gateway) }
        try write(FHIRBundle.collection(records, at: Date()).json, in: environment)
        for line in Self.leftOut(records) + (person?.leftOut ?? []) { environment.err("left out: \(line)") }
        guard let out else { return }
        let count = Set(records.flatMap(\.resources).filter { $0.type == "Observation" }.map(\.id)).count
        let whom = person.map { " of user \($0.user), seats \($0.seats.joined(separator: ", "))" } ?? ""
        environment.out("\(out): \(entries.count) records\(whom), \(count) observations")
    }

    /// Rejects records of several people, because a bundle has one patient, and a former person's records are not the
    /// present person's.
    private static func requireOnePerson(_ found: FoundRecords, seat: String) throws {
        var users = found.users
        if let present = found.present { users[present.userID, default: 0] += 0 }
        guard users.count > 1 else { return }
        let names = users.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        throw CommandFailure.input(
            "the records of seat \(seat) belong to several people: choose one with --user. By user: \(names)"
        )
    }

    private func subject() throws -> FHIRPatient {
        do {
            if let patient { return try FHIRPatient(reference: patient) }
            return try FHIRPatient(identifier: identifier ?? "")
        } catch {
            throw CommandFailure.input("--\(error.field): \(error.message)")
        }
    }

    /// Converts a record; one that is or will be deleted is marked as entered in error.
    private static func record(_ entry: RecordHistory.Entry, patient: FHIRPatient, gateway: FHIRGateway) -> FHIRRecord {
        let isDeleted = entry.state == .deleted || entry.deletes == true
        return FHIRRecord(
            entry.record,
            patient: patient,
            gateway: gateway,
            change: isDeleted ? .delete : .write,
            form: .collection
        )
    }

    private func write(_ text: String, in environment: CommandEnvironment) throws {
        guard let out else {
            // Written line by line, because the terminal's guard against forged lines escapes line ends.
            for line in text.split(separator: "\n") { environment.out(String(line)) }
            return
        }
        do {
            try PrivateFile.replace(out, bytes: Array((text + "\n").utf8))
        } catch {
            throw CommandFailure.cannotWrite(out, error: error, advice: "name another file")
        }
    }

    /// The omitted facts, each once with its count.
    private static func leftOut(_ records: [FHIRRecord]) -> [String] {
        let counts = Dictionary(records.flatMap(\.leftOut).map { ($0, 1) }, uniquingKeysWith: +)
        let lines = counts.map { thing, count in
            "\(thing.metric?.rawValue ?? "a record") \(thing.reason.sentence), \(count) \(count == 1 ? "time" : "times")"
        }
        return lines.sorted()
    }
}
