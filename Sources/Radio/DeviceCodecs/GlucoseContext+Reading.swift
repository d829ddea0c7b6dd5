internal import VitalRecords

extension GlucoseContext {
    /// The relation to a meal in a record's words, or nil for none and for numbers without a word.
    var mealWord: String? {
        switch meal {
        case 1: "before_meal"
        case 2: "after_meal"
        case 3: "fasting"
        case 4: "casual"
        case 5: "bedtime"
        default: nil
        }
    }

    /// Who measured in a record's words, or nil where nobody knows.
    var testerWord: String? {
        switch tester {
        case 1: "self"
        case 2: "health_care_professional"
        case 3: "lab_test"
        default: nil
        }
    }

    /// The person's health as a status flag; empty where nothing is said.
    var healthFlags: [String] {
        switch health {
        case 1: ["health_minor_issues"]
        case 2: ["health_major_issues"]
        case 3: ["health_during_menses"]
        case 4: ["health_under_stress"]
        case 5: ["health_no_issues"]
        default: []
        }
    }

    /// Carbohydrate in grams and HbA1c: values of their own beside the glucose.
    ///
    /// The medication is left out: kilograms and litres say nothing of the insulin's units. So is the exercise, which is
    /// no workout with a beginning.
    var measurements: [Measurement] {
        let grams = carbohydrate?.number.map { number in
            Measurement(metric: .carbohydrate, value: number.shifted(by: 3), unit: "g")
        }
        let percent = hba1c?.number.map { Measurement(metric: "hba1c", value: $0, unit: "%") }
        return [grams, percent].compactMap { $0 }.filter { $0.value > 0 }
    }
}
