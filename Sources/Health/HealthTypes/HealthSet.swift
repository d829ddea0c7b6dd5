/// A set of health types for subscription, as the mobile SDK's guide names them, plus intraday.
public enum HealthSet: String, CaseIterable, Hashable, Sendable, Codable {
    /// A day's activity.
    case routine
    /// Glucose.
    case diabetes
    /// Weight and body composition.
    case weight
    /// Workouts.
    case fitness
    /// Nights.
    case sleep
    /// Food and drink.
    case basicNutrition
    /// The menstrual cycle; only the legacy API takes it.
    case reproductiveHealth
    /// Vital signs.
    case biometrics
    /// Steps in short intervals; off by default.
    case intraday

    /// The eight sets of the guide.
    public static let subscribable: [HealthSet] = allCases.filter { $0 != .intraday }
}
