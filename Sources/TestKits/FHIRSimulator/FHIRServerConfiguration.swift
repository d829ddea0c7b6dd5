import Foundation
@_exported public import SimulatedServer

/// The configuration of a FHIR server.
public struct FHIRServerConfiguration: Sendable {
    /// The settings for listening and for control access.
    public var server: ServerSettings
    /// The initial patients.
    public var patients: [SimulatedPatient]
    /// The clients that may request tokens; if empty, no token is needed.
    public var clients: [SimulatedClient]
    /// The server's behaviour.
    public var behaviour: FHIRBehaviour
    /// The initial faults.
    public var faults: [Fault]
    /// The path of the journal; nil keeps everything in memory.
    public var journal: String?

    /// Creates a configuration; by default without patients, clients, faults and journal.
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

/// The behaviour in which real servers differ.
public struct FHIRBehaviour: Codable, Hashable, Sendable {
    /// The FHIR version that the server declares; it accepts R4 in any case.
    public var fhirVersion = "4.0.1"
    /// Whether it supports transactions.
    public var transactions = true
    /// Whether a PUT to an unknown id creates a resource.
    public var updateCreate = true
    /// Whether it supports `If-None-Exist`; otherwise it ignores it.
    public var conditionalCreate = true
    /// Whether a PUT of unchanged content creates a version.
    public var equalPutMakesVersion = true
    /// The delay between the search and the creation in a conditional create, in milliseconds, so that two at once both
    /// create.
    public var race = 0
    /// How long a new version is missing from searches, in milliseconds.
    public var searchLag = 0
    /// Codes of observations that a profile refuses with 422.
    public var refusedCodes: [String] = []
    /// Whether references to missing resources are refused.
    public var checksReferences = true
    /// How long tokens live, in seconds.
    public var tokenLife = 300

    /// Creates the behaviour of an R4 server.
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

    /// The behaviour with some members changed; nil for unknown members or wrong types.
    func changed(by changes: JSONValue) throws -> Self? {
        guard let changes = changes.object, let members = try JSONValue(self).object,
            changes.keys.allSatisfy({ members[$0] != nil })
        else { return nil }
        // Absent is nil: a member has the wrong type.
        return try? JSONDecoder().decode(Self.self, from: JSONValue.object(members.merging(changes) { $1 }).data)
    }
}

/// A patient of a FHIR server.
public struct SimulatedPatient: Codable, Hashable, Sendable {
    /// The server's id.
    public var id: String
    /// Identifiers as `SYSTEM|VALUE`.
    public var identifiers: [String]?
    /// The id of the patient that replaced this one.
    public var replacedBy: String?
    /// Whether it was deleted, so that requests get 410.
    public var isDeleted: Bool?

    /// Creates a patient.
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
