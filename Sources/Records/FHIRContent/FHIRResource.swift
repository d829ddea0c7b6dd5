package import FoundationEssentials
internal import VitalRecords

/// A resource with the id that it has at every server.
package struct FHIRResource: Hashable, Sendable {
    /// Its type, such as `Observation`.
    package let type: String
    /// Its id: a UUIDv5 that is the same each time it is made.
    package let id: String
    /// Its JSON.
    package let content: FHIRValue

    init(_ type: String, id: String, members: KeyValuePairs<String, FHIRValue?>) {
        self.type = type
        self.id = id
        guard case .object(let rest) = FHIRValue(members) else { preconditionFailure("members make an object") }
        content = .object(
            [.init(name: "resourceType", value: .text(type)), .init(name: "id", value: .text(id))] + rest
        )
    }

    /// The address in a bundle, used by references.
    var fullURL: FHIRValue { .text("urn:uuid:\(id)") }
}

/// Ids of resources.
enum FHIRID {
    /// The namespace of all ids.
    ///
    /// It must never change: another namespace would double every record at every server.
    private static let namespace = UUID(
        uuid: (0x8D, 0x0B, 0x5F, 0x61, 0x2C, 0x1E, 0x4A, 0x67, 0xB3, 0x09, 0x51, 0xF6, 0x7A, 0xE4, 0x90, 0x2D)
    )

    /// A UUIDv5 of a kind and parts, each preceded by the count of its UTF-8 bytes.
    static func make(_ kind: String, of parts: [String]) -> String {
        let name = kind + parts.map { "/\($0.utf8.count):\($0)" }.joined()
        return UUID.v5(namespace: namespace, name: name.utf8).lowercaseString
    }
}

/// Bundles of records.
package enum FHIRBundle {
    /// A transaction: every resource by PUT under its own id, so that a repeat does not create a second record.
    package static func transaction(_ records: [FHIRRecord]) -> FHIRValue {
        let entries = unique(records).map { resource in
            FHIRValue([
                "fullUrl": resource.fullURL, "resource": resource.content,
                "request": FHIRValue(["method": "PUT", "url": .text("\(resource.type)/\(resource.id)")]),
            ])
        }
        return FHIRValue(["resourceType": "Bundle", "type": "transaction", "entry": .list(entries)])
    }

    /// A collection for a file, with the time when it was made.
    package static func collection(_ records: [FHIRRecord], at time: Date) -> FHIRValue {
        let entries = unique(records).map { FHIRValue(["fullUrl": $0.fullURL, "resource": $0.content]) }
        return FHIRValue([
            "resourceType": "Bundle", "type": "collection", "timestamp": .text(time.iso8601Milliseconds),
            "entry": .list(entries),
        ])
    }

    /// Lists each resource once, because records of one meter share it.
    private static func unique(_ records: [FHIRRecord]) -> [FHIRResource] {
        var seen: Set<String> = []
        return records.flatMap(\.resources).filter { seen.insert($0.id).inserted }
    }
}
