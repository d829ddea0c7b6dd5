import Foundation
import SimulatedServer

/// Finds, replaces and checks references inside resources.
enum References {
    /// The resource with each reference replaced by the closure's result.
    static func replaced(
        in value: JSONValue,
        by other: (String) throws(Refusal) -> String?
    ) throws(Refusal) -> JSONValue {
        if let values = value.array {
            var changed: [JSONValue] = []
            for one in values { changed.append(try replaced(in: one, by: other)) }
            return .array(changed)
        }
        guard let members = value.object else { return value }
        var changed = members
        for (name, member) in members {
            if name == "reference", let text = member.string {
                if let new = try other(text) { changed[name] = .string(new) }
            } else {
                changed[name] = try replaced(in: member, by: other)
            }
        }
        return .object(changed)
    }

    /// All references of a resource.
    static func all(in value: JSONValue) -> [String] {
        if let values = value.array { return values.flatMap { all(in: $0) } }
        guard let members = value.object else { return [] }
        return members.flatMap { name, member in
            if name == "reference", let text = member.string { return [text] }
            return all(in: member)
        }
    }

    /// Refuses references to missing resources; those to other servers and within the resource are accepted.
    static func check(_ content: JSONValue, newest: (ResourceName) -> StoredVersion?) throws(Refusal) {
        for reference in all(in: content) {
            if reference.hasPrefix("urn:") {
                throw .outcome(422, code: "not-found", text: "Nothing in the request is \(reference)")
            }
            guard let name = ResourceName(reference: reference) else { continue }
            guard let target = newest(name) else {
                throw .outcome(422, code: "not-found", text: "Resource \(reference) is not known on this server")
            }
            if target.content == nil {
                throw .outcome(422, code: "deleted", text: "Resource \(reference) is deleted")
            }
        }
    }

    /// The parameters of a search in a header or a conditional reference.
    static func query(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "?").last.map { $0.split(separator: "&") } ?? []
        let members = pairs.compactMap { pair -> (String, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            let value = parts[1].replacing("+", with: " ")
            return (parts[0], value.removingPercentEncoding ?? value)
        }
        return Dictionary(members) { first, _ in first }
    }
}
