/// A parser of `device` attributes: `<<HKDevice: 0x28…>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, …>`.
enum AppleDevice {
    /// Makes a source from its name and its device; the pointer and the versions are left out because they change.
    static func source(named name: String, device: String) -> HealthSource {
        let model = field("model", device: device)
        let words = [name, model ?? "", field("name", device: device) ?? ""]
        let kind: HealthSource.Kind =
            if words.contains(where: { $0.contains("Watch") }) {
                .watch
            } else if words.contains(where: { $0.contains("iPhone") }) {
                .phone
            } else {
                .other
            }
        return HealthSource(
            name: name,
            kind: kind,
            manufacturer: field("manufacturer", device: device),
            model: field("hardware", device: device) ?? model
        )
    }

    private static func field(_ name: String, device: String) -> String? {
        guard let start = device.firstRange(of: ", \(name):")?.upperBound else { return nil }
        let rest = device[start...]
        let end = rest.firstRange(of: ", ")?.lowerBound ?? rest.firstIndex(of: ">") ?? rest.endIndex
        return start == end ? nil : String(rest[..<end])
    }
}
