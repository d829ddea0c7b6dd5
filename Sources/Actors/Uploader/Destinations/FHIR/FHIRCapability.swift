internal import DeliveryRules
internal import FHIRContent
internal import MessageBus

/// The capabilities that a server declares (FHIR R4, CapabilityStatement).
enum FHIRCapability {
    /// The versions before and after R4, by the beginning of their numbers.
    private static let versions = [
        ("1.0", "DSTU2"), ("3.0", "STU3"), ("4.1", "R4B"), ("4.3", "R4B"), ("5.", "R5"), ("6.", "R6"),
    ]

    /// Why a server cannot be written to; nil for one that can.
    ///
    /// Undeclared capabilities are tried: many statements are incomplete.
    static func refusal(_ statement: JSONValue, naming: FHIRDelivery.Naming) -> DeliveryError? {
        let version = statement["fhirVersion"]?.text ?? ""
        guard statement["resourceType"]?.text == "CapabilityStatement", version.hasPrefix("4.0") else {
            let isOld = statement["resourceType"]?.text == "Conformance"
            let name = versions.first { version.hasPrefix($0.0) }?.1 ?? (isOld ? "DSTU2" : "another version")
            let number = version.isEmpty ? "" : " (\(APIBody.short(version)))"
            return DeliveryError(
                code: "fhirVersion",
                message: "the server uses FHIR \(name)\(number), but R4 (4.0) is required: set "
                    + "destination.fhir.base-url to its R4 endpoint"
            )
        }
        guard let rest = rest(statement) else { return nil }
        let resources = rest["resource"]?.items ?? []
        guard takesTransactions(statement) else {
            return withoutTransactions(resource("Observation", in: statement), naming: naming)
        }
        for type in ["Observation", "Device", "Provenance"] where !resources.isEmpty {
            guard let resource = resources.first(where: { $0["type"]?.text == type }) else {
                return lacking("does not accept \(type) resources", way: "ask its operator to allow them")
            }
            if let refusal = refusal(resource, type: type, naming: naming) { return refusal }
        }
        return nil
    }

    /// Why a server without transactions cannot be used: it must accept single observations, and list them.
    private static func withoutTransactions(_ observation: JSONValue?, naming: FHIRDelivery.Naming) -> DeliveryError? {
        guard let observation, offers("create", of: observation) else {
            return lacking(
                "offers no transactions and does not accept new observations",
                way: "ask its operator to allow one of the two"
            )
        }
        guard offers("search-type", of: observation) else {
            return lacking(
                "offers no transactions and lists no observations",
                way: "ask its operator to allow one of the two"
            )
        }
        guard naming == .servers else {
            return lacking(
                "offers no transactions",
                way: "set destination.fhir.mode to ifNoneExist, which sends each observation alone"
            )
        }
        return nil
    }

    /// Whether the statement allows transactions: true if it lists them, or lists no interactions at all.
    fileprivate static func takesTransactions(_ statement: JSONValue) -> Bool {
        guard let rest = rest(statement) else { return true }
        // A statement that mentions only resources excludes requests to the server as a whole.
        guard rest["resource"]?.items.isEmpty == false || rest["interaction"] != nil else { return true }
        return rest["interaction"]?.items.contains { $0["code"]?.text == "transaction" } == true
    }

    fileprivate static func resource(_ type: String, in statement: JSONValue) -> JSONValue? {
        rest(statement)?["resource"]?.items.first { $0["type"]?.text == type }
    }

    private static func rest(_ statement: JSONValue) -> JSONValue? {
        let rests = statement["rest"]?.items ?? []
        return rests.first { $0["mode"]?.text == "server" } ?? rests.first
    }

    private static func refusal(_ resource: JSONValue, type: String, naming: FHIRDelivery.Naming) -> DeliveryError? {
        switch naming {
        case .own where !offers("update", of: resource) || resource["updateCreate"] == .bool(false):
            lacking(
                "does not let a client choose the id of its \(type) resources",
                way: "set destination.fhir.mode to ifNoneExist"
            )
        case .servers where !offers("create", of: resource):
            lacking("does not accept new \(type) resources", way: "ask its operator to allow them")
        case .servers where type != "Provenance" && resource["conditionalCreate"] == .bool(false):
            lacking("cannot find \(type) resources by an identifier", way: "set destination.fhir.mode to put")
        default: nil
        }
    }

    fileprivate static func offers(_ interaction: String, of part: JSONValue) -> Bool {
        guard let all = part["interaction"]?.items, !all.isEmpty else { return true }
        return all.contains { $0["code"]?.text == interaction }
    }

    private static func lacking(_ what: String, way: String) -> DeliveryError {
        DeliveryError(code: "fhirCapability", message: "the FHIR server \(what): \(way)")
    }
}

/// The further capabilities of a usable server; undeclared ones are tried.
struct FHIRAbilities: Sendable {
    /// Whether it changes an observation that it finds by an identifier.
    let updatesByIdentifier: Bool
    /// Whether it accepts several resources at once, or none of them.
    let takesTransactions: Bool
    /// Whether it accepts single devices; declared by a server without transactions.
    let takesDevices: Bool

    /// Reads a statement.
    init(_ statement: JSONValue) {
        let observation = FHIRCapability.resource("Observation", in: statement)
        updatesByIdentifier = observation?["conditionalUpdate"] != .bool(false)
        takesTransactions = FHIRCapability.takesTransactions(statement)
        takesDevices =
            FHIRCapability.resource("Device", in: statement).map { FHIRCapability.offers("create", of: $0) } ?? false
    }
}

extension JSONValue {
    /// The elements of an array; empty for anything else.
    var items: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}
