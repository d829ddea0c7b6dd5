import SimulatedServer

/// The server's capability documents.
enum Capability {
    static func statement(_ behaviour: FHIRBehaviour, isSecured: Bool) -> JSONValue {
        var rest: [String: JSONValue] = [
            "mode": "server",
            "resource": .array(ResourceShape.types.sorted().map { resource($0, behaviour: behaviour) }),
        ]
        let interactions = behaviour.transactions ? ["transaction", "search-system"] : ["search-system"]
        rest["interaction"] = .array(interactions.map { ["code": .string($0)] })
        if isSecured {
            let system: JSONValue = "http://terminology.hl7.org/CodeSystem/restful-security-service"
            rest["security"] = ["service": [["coding": [["system": system, "code": "SMART-on-FHIR"]]]]]
        }
        // DSTU2 used a different name.
        let type = behaviour.fhirVersion.hasPrefix("1.") ? "Conformance" : "CapabilityStatement"
        return [
            "resourceType": .string(type), "status": "active", "date": "2026-01-01", "kind": "instance",
            "software": ["name": "fhir-simulator"], "implementation": ["description": "A server for tests"],
            "fhirVersion": .string(behaviour.fhirVersion), "format": ["json"], "rest": [.object(rest)],
        ]
    }

    private static func resource(_ type: String, behaviour: FHIRBehaviour) -> JSONValue {
        let interactions = ["create", "delete", "history-instance", "read", "search-type", "update", "vread"]
        return [
            "type": .string(type), "versioning": "versioned",
            "interaction": .array(interactions.map { ["code": .string($0)] }),
            "updateCreate": .bool(behaviour.updateCreate), "conditionalCreate": .bool(behaviour.conditionalCreate),
            "conditionalUpdate": .bool(true),
            "searchParam": [["name": "_id", "type": "token"], ["name": "identifier", "type": "token"]],
        ]
    }

    /// The SMART configuration for backend services.
    static func smart(base: String) -> JSONValue {
        [
            "token_endpoint": .string("\(base)/token"), "grant_types_supported": ["client_credentials"],
            "token_endpoint_auth_methods_supported": ["private_key_jwt"],
            "token_endpoint_auth_signing_alg_values_supported": ["ES384", "RS384"],
            "scopes_supported": ["system/*.cruds", "system/Observation.crus", "system/Device.crus"],
            "capabilities": ["client-confidential-asymmetric", "permission-v1", "permission-v2"],
        ]
    }
}
