/// The APIs' word for a reading's relation to a meal; the only public sample is `before`, `after` is inferred.
enum MealWord {
    static func api(_ meal: String?) -> String? {
        switch meal {
        case "before_meal", "before": "before"
        case "after_meal", "after": "after"
        default: nil
        }
    }
}
