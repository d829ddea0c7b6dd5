import Foundation
@_exported public import SimulatedServer

/// The configuration of a FHIR server.
public struct FHIRServerConfiguration: Sendable {
    /// How it listens, and whom it lets control it.
    public var server: ServerSettings
    /// The patients that it has from the start.
    public var patients: [SimulatedPatient]
    /// Who may ask for tokens; without any, nobody needs one.
    public var clients: [SimulatedClient]
    /// How it behaves.
    public var behaviour: FHIRBehaviour
    /// The initial faults.
    public var faults: [Fault]
    /// The path of the journal; nil keeps everything in memory.
    public var journal: String?

    /// Makes a configuration; by default without patients, clients, faults and journal.
    public init(
        server: ServerSettings = ServerSettings(),
        patients: [SimulatedPatient] = [],
        clients: [SimulatedClient] = [],
        behaviour: FHIRBehaviour = FHIRBehaviour(),
        faults: [Fault] = [],
        journal: String? = nil
    ) {
        self.server = server
        self.patients = patients
        self.clients = clients
        self.behaviour = behaviour
        self.faults = faults
        self.journal = journal
    }

    /// Reads the clients of a file.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func clients(_ path: String) throws -> [SimulatedClient] { try SettingsFile.read(path: path) }
}

/// What servers do differently.
public struct FHIRBehaviour: Codable, Hashable, Sendable {
    /// The version that the server says it speaks; it takes R4 whatever it says.
    public var fhirVersion = "4.0.1"
    /// Whether it takes transactions.
    public var transactions = true
    /// Whether a PUT of an id that it has not creates.
    public var updateCreate = true
    /// Whether it knows `If-None-Exist`; one that does not ignores it.
    public var conditionalCreate = true
    /// Whether a PUT of what is there already makes a version.
    public var equalPutMakesVersion = true
    /// How long after its look a conditional create creates, in milliseconds: two at once both create.
    public var race = 0
    /// How long a new version is missing in searches, in milliseconds.
    public var searchLag = 0
    /// Codes of observations that a profile refuses with 422.
    public var refusedCodes: [String] = []
    /// Whether references to what is not there are refused.
    public var checksReferences = true
    /// How long tokens live, in seconds.
    public var tokenLife = 300

    /// Makes the behaviour of an R4 server.
    public init() {}

    /// Reads a file with some of the members; the others are an R4 server's.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func read(_ path: String) throws -> Self {
        guard let read = try Self().changed(by: try SettingsFile.read(path: path)) else {
            throw SimulatorError(.configuration, message: "The file \(path) has a member that no behaviour has.")
        }
        return read
    }

    /// The behaviour with some members changed; nil for members that it has not, or of another type.
    func changed(by changes: JSONValue) throws -> Self? {
        guard let changes = changes.object, let members = try JSONValue(self).object,
            changes.keys.allSatisfy({ members[$0] != nil })
        else { return nil }
        // Absent is nil: a member of another type.
        return try? JSONDecoder().decode(Self.self, from: JSONValue.object(members.merging(changes) { $1 }).data)
    }
}

/// A patient of a FHIR server.
public struct SimulatedPatient: Codable, Hashable, Sendable {
    /// The server's id.
    public var id: String
    /// Identifiers as `SYSTEM|VALUE`.
    public var identifiers: [String]?
    /// The id of the patient that took this one's place.
    public var replacedBy: String?
    /// Whether it was deleted: 410.
    public var isDeleted: Bool?

    /// Makes a patient.
    public init(id: String, identifiers: [String]? = nil, replacedBy: String? = nil, isDeleted: Bool? = nil) {
        self.id = id
        self.identifiers = identifiers
        self.replacedBy = replacedBy
        self.isDeleted = isDeleted
    }

    /// Parses `id` or `id=SYSTEM|VALUE`.
    public init(flag: String) {
        let parts = flag.split(separator: "=", maxSplits: 1).map(String.init)
        self.init(id: parts.first ?? "", identifiers: parts.count == 2 ? [parts[1]] : nil)
    }

    var resource: JSONValue {
        var members: [String: JSONValue] = [
            "resourceType": "Patient", "id": .string(id), "active": .bool(replacedBy == nil),
        ]
        if let identifiers {
            members["identifier"] = .array(
                identifiers.map { text in
                    let parts = text.split(separator: "|", maxSplits: 1).map(String.init)
                    return ["system": .string(parts.first ?? ""), "value": .string(parts.last ?? "")]
                }
            )
        }
        if let replacedBy {
            members["link"] = [["other": ["reference": .string("Patient/\(replacedBy)")], "type": "replaced-by"]]
        }
        return .object(members)
    }
}
