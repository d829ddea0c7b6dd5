import SimulatedServer

/// The history of a resource in numbers.
public struct ResourceCount: Codable, Hashable, Sendable {
    /// Type and id.
    public let reference: String
    /// The reference to the patient; absent if it has none.
    public let patient: String?
    /// The key of the reading that its Provenance names.
    public let readingKey: String?
    /// The metric, by the code's text.
    public let metric: String?
    /// The number of creations, including those after a deletion.
    public let creations: Int
    /// The number of versions, without deletions.
    public let versions: Int
    /// How many of them differ.
    public let contents: Int
    /// The state of an observation.
    public let status: String?
}

/// A patient's reading of one metric: there should be one resource.
public struct ReadingCount: Codable, Hashable, Sendable {
    /// The patient, by reference.
    public let patient: String
    /// The reading's key.
    public let readingKey: String
    /// The metric.
    public let metric: String
    /// Its resources.
    public let resources: [String]
    /// The versions of all of them.
    public let versions: Int
    /// How many of the versions differ.
    public let contents: Int
}

/// The totals that fault tests check.
public struct FHIRSummary: Codable, Hashable, Sendable {
    /// Observations of patients.
    public let observations: Int
    /// Pairs of reading and metric of a patient that a Provenance names.
    public let readings: Int
    /// Readings of a patient and metric with more than one resource.
    public let doubled: Int
    /// Readings of a metric that more than one patient has.
    public let severalPatients: Int
    /// Versions of observations.
    public let versions: Int
    /// Versions of observations whose content the resource had before.
    public let repeats: Int
    /// Observations of patients that were replaced by another.
    public let onReplaced: Int
    /// Resources of all types.
    public let resources: Int
    /// Requests since the start, whatever their outcome.
    public let requests: Int
}

/// Counts the server's resources, regardless of what clients assume.
extension FHIRState {
    var resources: [ResourceCount] {
        let keys = readingKeys
        return store.names.map { name in
            let all = store.versions[name] ?? []
            let contents = all.compactMap(\.content)
            let newest = contents.last
            return ResourceCount(
                reference: name.reference,
                patient: name.type == "Observation" ? newest.flatMap(patient) : nil,
                readingKey: keys[name.reference],
                metric: name.type == "Observation" ? newest.flatMap(Self.metric) : nil,
                creations: zip([nil] + all.map(\.content), all).count { $0 == nil && $1.content != nil },
                versions: contents.count,
                contents: Set(contents).count,
                status: name.type == "Observation" ? newest?["status"]?.string : nil
            )
        }
    }

    var readings: [ReadingCount] {
        let known = resources.filter { $0.patient != nil && $0.readingKey != nil && $0.metric != nil }
        let groups = Dictionary(grouping: known) { [$0.patient ?? "", $0.readingKey ?? "", $0.metric ?? ""] }
        return groups.map { names, members in
            ReadingCount(
                patient: names[0],
                readingKey: names[1],
                metric: names[2],
                resources: members.map(\.reference),
                versions: members.reduce(0) { $0 + $1.versions },
                contents: members.reduce(0) { $0 + $1.contents }
            )
        }
        .sorted { ($0.patient, $0.readingKey, $0.metric) < ($1.patient, $1.readingKey, $1.metric) }
    }

    var summary: FHIRSummary {
        let (all, readings) = (resources, readings)
        let observations = all.filter { $0.patient != nil }
        let owners = Dictionary(grouping: readings) { [$0.readingKey, $0.metric] }
        return FHIRSummary(
            observations: observations.count,
            readings: readings.count,
            doubled: readings.count { $0.resources.count > 1 },
            severalPatients: owners.values.count { Set($0.map(\.patient)).count > 1 },
            versions: observations.reduce(0) { $0 + $1.versions },
            repeats: observations.reduce(0) { $0 + $1.versions - $1.contents },
            onReplaced: observations.count { $0.patient.map(isReplaced) ?? false },
            resources: all.count,
            requests: requests
        )
    }

    /// The key of the reading that each observation comes from, by reference.
    private var readingKeys: [String: String] {
        var keys: [String: String] = [:]
        for name in store.names where name.type == "Provenance" {
            guard let content = store.newest(name)?.content,
                let key = content["entity"]?.array?.first?["what"]?["identifier"]?["value"]?.string
            else { continue }
            for target in content["target"]?.array ?? [] {
                if let reference = target["reference"]?.string { keys[reference] = key }
            }
        }
        return keys
    }

    /// The patient of an observation, as a reference even if the observation names an identifier.
    private func patient(_ content: JSONValue) -> String? {
        let subject = content["subject"]
        if let reference = subject?["reference"]?.string { return reference.hasPrefix("Patient/") ? reference : nil }
        guard let identifier = subject?["identifier"], let value = identifier["value"]?.string else { return nil }
        let token = "\(identifier["system"]?.string ?? "")|\(value)"
        return store.matches("Patient", query: ["identifier": token]).first?.name.reference ?? token
    }

    private func isReplaced(_ patient: String) -> Bool {
        let links = ResourceName(reference: patient).flatMap { store.newest($0) }?.content?["link"]?.array ?? []
        return links.contains { $0["type"]?.string == "replaced-by" }
    }

    private static func metric(_ content: JSONValue) -> String? {
        content["code"]?["text"]?.string ?? content["code"]?["coding"]?.array?.first?["code"]?.string
    }
}
