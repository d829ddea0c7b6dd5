import SimulatedServer

/// The checks on a resource before the server accepts it.
enum ResourceShape {
    /// The supported types.
    static let types: Set = ["Device", "DocumentReference", "Media", "Observation", "Patient", "Provenance"]

    private static let statuses: Set = [
        "registered", "preliminary", "final", "amended", "corrected", "cancelled", "entered-in-error", "unknown",
    ]

    /// Refuses a resource of a different type, or one that violates a profile.
    static func check(_ content: JSONValue, type: String, behaviour: FHIRBehaviour) throws(Refusal) {
        guard content["resourceType"]?.string == type else {
            throw .outcome(400, code: "invalid", text: "The body is not a resource of the type \(type)")
        }
        if let id = content["id"]?.string { try check(id: id) }
        if type == "Observation" { try checkObservation(content, refused: behaviour.refusedCodes) }
        if type == "Provenance" {
            guard content["target"]?.array?.isEmpty == false, content["agent"]?.array?.isEmpty == false else {
                throw .outcome(422, code: "required", text: "Provenance: target and agent are needed")
            }
        }
    }

    /// Refuses an invalid id.
    static func check(id: String) throws(Refusal) {
        let isID = id.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
            default: false
            }
        }
        guard isID, (1...64).contains(id.utf8.count) else {
            throw .outcome(400, code: "value", text: "'\(id)' is not an id: 1 to 64 letters, digits, '-' and '.'")
        }
    }

    private static func checkObservation(_ content: JSONValue, refused: [String]) throws(Refusal) {
        guard statuses.contains(content["status"]?.string ?? "") else {
            throw .outcome(422, code: "code-invalid", text: "Observation.status: no such code")
        }
        let codes = (content["code"]?["coding"]?.array ?? []).compactMap { $0["code"]?.string }
        guard !codes.isEmpty || content["code"]?["text"] != nil else {
            throw .outcome(422, code: "required", text: "Observation.code is needed")
        }
        if let code = codes.first(where: refused.contains) {
            throw .outcome(
                422,
                code: "business-rule",
                text: "The profile of this server takes no observation with the code \(code)",
                expression: "Observation.code"
            )
        }
    }
}

extension Refusal {
    /// A refusal as an OperationOutcome.
    static func outcome(_ status: Int, code: String, text: String, expression: String? = nil) -> Refusal {
        Refusal(FHIRAnswer.outcome(status, code: code, text: text, expression: expression))
    }
}
