/// One observation for a server without transactions.
package struct FHIRSingle: Hashable, Sendable {
    /// Its id in VitalBus, which the server has as an identifier.
    package let id: String
    /// The resource without an id, with its own identifier and its revision's.
    package let content: FHIRValue
}

extension FHIRDelivery {
    /// How many observations the server has once this revision is complete.
    package var singleCount: Int { charted.count }

    /// The observations one by one, without references that such a server may be unable to resolve.
    ///
    /// The provenance and the meter's clock are left out, and so are the devices if the server takes none.
    ///
    /// - Parameters:
    ///   - subject: The reference to the patient at the server.
    ///   - devices: The devices' ids at the server, by their ids here; empty if it takes none.
    package func singles(subject: String, devices: [String: String]) -> [FHIRSingle] {
        let known = Dictionary(devices.map { ("urn:uuid:\($0.key)", "Device/\($0.value)") }) { first, _ in first }
        return charted.map { observation in
            var content = Self.identified(observation, also: provenance.id)
                .with("subject", as: FHIRValue(["reference": .text(subject)]))
                .with("derivedFrom", as: nil)
            if devices.isEmpty { content = content.with("device", as: nil) }
            // The guide's profiles require the parts that are left out.
            let profiles = content["meta"]?["profile"]?.elements.filter { !$0.isOfPersonalHealth } ?? []
            content = content.with("extension", as: nil)
                .with("meta", as: profiles.isEmpty ? nil : FHIRValue(["profile": .list(profiles)]))
            return FHIRSingle(id: observation.id, content: content.referring { known[$0] })
        }
    }

    /// Whether a server's resource belongs to this revision, by its identifiers.
    package func isOfRevision(_ identifiers: [(system: String, value: String)]) -> Bool {
        identifiers.contains { $0.system == FHIRNames.revision && $0.value == provenance.id }
    }

    /// The observations with a category; that of the meter's clock has none.
    private var charted: [FHIRResource] { observations.filter { $0.content["category"] != nil } }
}

extension FHIRValue {
    fileprivate var isOfPersonalHealth: Bool {
        if case .text(let text) = self { text.hasPrefix(FHIRNames.phd) } else { false }
    }
}
