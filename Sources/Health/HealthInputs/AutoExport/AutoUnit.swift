/// Units as Health Auto Export writes them.
enum AutoUnit {
    /// The unit as HealthKit writes it.
    static func healthKit(_ name: String) -> String { aliases[name] ?? name }

    private static let aliases: [String: String] = [
        "bpm": "count/min", "steps": "count", "lbs": "lb", "°C": "degC", "°F": "degF", "hours": "hr", "hrs": "hr",
        "minutes": "min", "kilojoules": "kJ", "mmol/l": "mmol/L", "mg/dl": "mg/dL", "ml": "mL", "in": "in",
        "inch": "in",
    ]
}
