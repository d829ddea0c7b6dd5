internal import DeliveryRules
internal import FHIRContent
internal import MessageBus

/// What a server says that it can (FHIR R4, CapabilityStatement).
enum FHIRCapability {
    /// The versions that came before and after, by the beginning of their numbers.
    private static let versions = [
        ("1.0", "DSTU2"), ("3.0", "STU3"), ("4.1", "R4B"), ("4.3", "R4B"), ("5.", "R5"), ("6.", "R6"),
    ]

    /// Why a server cannot be written to; nil for one that can.
    ///
    /// What it does not speak of is tried: many statements leave things out.
    static func refusal(_ statement: JSONValue, naming: FHIRDelivery.Naming) -> DeliveryError? {
        let version = statement["fhirVersion"]?.text ?? ""
        guard statement["resourceType"]?.text == "CapabilityStatement", version.hasPrefix("4.0") else {
            let isOld = statement["resourceType"]?.text == "Conformance"
            let name = versions.first { version.hasPrefix($0.0) }?.1 ?? (isOld ? "DSTU2" : "another version")
            let number = version.isEmpty ? "" : " (\(APIBody.short(version)))"
            return DeliveryError(
                code: "fhirVersion",
                message: "the server speaks FHIR \(name)\(number) and R4 (4.0) is needed: set "
                    + "destination.fhir.base-url to its R4 endpoint"
            )
        }
        let rests = statement["rest"]?.items ?? []
        guard let rest = rests.first(where: { $0["mode"]?.text == "server" }) ?? rests.first else { return nil }
        let resources = rest["resource"]?.items ?? []
        // A statement that speaks of resources alone says that nothing goes to the server as a whole.
        let isDetailed = !resources.isEmpty || rest["interaction"] != nil
        guard !isDetailed || rest["interaction"]?.items.contains(where: { $0["code"]?.text == "transaction" }) == true
        else { return lacking("offers no transactions", way: "ask its operator for them") }
        for type in ["Observation", "Device", "Provenance"] where !resources.isEmpty {
            guard let resource = resources.first(where: { $0["type"]?.text == type }) else {
                return lacking("takes no \(type) resources", way: "ask its operator for them")
            }
            if let refusal = refusal(resource, type: type, naming: naming) { return refusal }
        }
        return nil
    }

    private static func refusal(_ resource: JSONValue, type: String, naming: FHIRDelivery.Naming) -> DeliveryError? {
        switch naming {
        case .own where !offers("update", of: resource) || resource["updateCreate"] == .bool(false):
            lacking(
                "lets nobody choose the id of its \(type) resources",
                way: "set destination.fhir.mode to ifNoneExist"
            )
        case .servers where !offers("create", of: resource):
            lacking("takes no new \(type) resources", way: "ask its operator for them")
        case .servers where type != "Provenance" && resource["conditionalCreate"] == .bool(false):
            lacking("knows no \(type) resources again by an identifier", way: "set destination.fhir.mode to put")
        default: nil
        }
    }

    /// Whether a server changes a resource that it finds by an identifier; one that does not say so is tried.
    static func updatesByIdentifier(_ statement: JSONValue) -> Bool {
        let rests = statement["rest"]?.items ?? []
        let rest = rests.first { $0["mode"]?.text == "server" } ?? rests.first
        let observation = rest?["resource"]?.items.first { $0["type"]?.text == "Observation" }
        return observation?["conditionalUpdate"] != .bool(false)
    }

    private static func offers(_ interaction: String, of part: JSONValue) -> Bool {
        guard let all = part["interaction"]?.items, !all.isEmpty else { return true }
        return all.contains { $0["code"]?.text == interaction }
    }

    private static func lacking(_ what: String, way: String) -> DeliveryError {
        DeliveryError(code: "fhirCapability", message: "the FHIR server \(what): \(way)")
    }
}

extension JSONValue {
    /// The elements of an array; empty for anything else.
    var items: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}
