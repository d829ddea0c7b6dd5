internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension ContractSchemas {
    /// The types that stand for themselves; those with a file of their own are written by hand.
    static let scalars: [ObjectIdentifier: SchemaNode] = [
        ObjectIdentifier(String.self): ["type": "string"],
        ObjectIdentifier(Int.self): ["type": "integer"],
        ObjectIdentifier(Int64.self): ["type": "integer"],
        ObjectIdentifier(Bool.self): ["type": "boolean"],
        ObjectIdentifier(Double.self): ["type": "number"],
        ObjectIdentifier(Decimal.self): ["type": "number"],
        ObjectIdentifier(Date.self): ["type": "string", "format": "date-time"],
        ObjectIdentifier(DeviceID.self): ["type": "string", "pattern": .text(uuid)],
        ObjectIdentifier(LogID.self): ["type": "string", "minLength": 1, "maxLength": 128],
        ObjectIdentifier(RecordType.self): ["type": "string", "maxLength": 64],
        ObjectIdentifier(MetricName.self): ["type": "string", "minLength": 1],
        ObjectIdentifier(ReadingKey.self): [
            "type": "string", "pattern": .text("^[a-z0-9-]{1,\(ReadingKey.maximumLength)}$"),
        ],
        ObjectIdentifier(Measurement.self): ["$ref": "measurement.json"],
        ObjectIdentifier(Reading.self): ["$ref": "reading.json"],
        ObjectIdentifier(VitalRecord.self): ["$ref": "record.json"],
        ObjectIdentifier(WireFault.self): ["$ref": "fault.json"],
    ]
    private static let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"

    /// What no field alone can say; the checks of captured messages hold it.
    static let rules: [ObjectIdentifier: SchemaNode] = [
        ObjectIdentifier(RecordSubmitted.self): deletionWithoutValues,
        ObjectIdentifier(SubmissionFailed.self): deletionWithoutValues,
    ]

    private static let deletionWithoutValues: SchemaNode = [
        "if": [
            "properties": ["operation": ["const": .text(RecordOperation.delete.rawValue)]], "required": ["operation"],
        ],
        "then": [
            "properties": [
                "record": [
                    "properties": ["measurements": ["maxItems": 0]],
                    "not": ["anyOf": [["required": ["context"]], ["required": ["details"]]]],
                ]
            ]
        ],
    ]

    /// A type's name without its module, as `UploadAck.Outcome`.
    static func name(_ type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }

    /// The schema of a value that may be null.
    static func nullable(_ value: SchemaNode) -> SchemaNode {
        guard case .object(let members) = value, let type = value["type"] else {
            return ["anyOf": [value, ["type": "null"]]]
        }
        return .object(members.map { $0.name == "type" ? SchemaNode.Member("type", [type, "null"]) : $0 })
    }
}
