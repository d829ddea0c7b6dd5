internal import SeededRandom

extension DayPlan {
    /// A nutrient: its index in a meal's numbers, and its type.
    enum Nutrient: Int, CaseIterable {
        case energy
        case carbohydrates
        case protein
        case fat
        case sodium

        var identifier: String {
            let names = ["EnergyConsumed", "Carbohydrates", "Protein", "FatTotal", "Sodium"]
            return "HKQuantityTypeIdentifierDietary" + names[rawValue]
        }
    }

    /// A meal.
    struct Meal {
        let time: Int64
        let name: String
        let amounts: [Amount]
    }

    func meals() -> [Meal] {
        var random = random(17)
        guard Int.random(in: 0..<2, using: &random) == 0 else { return [] }
        let names = ["Bread & butter", "Müsli", "鸡肉饭", "Mum’s \"best\" soup"]
        return Self.slots(awake, wanted: Int.random(in: 1...2, using: &random), length: 45).map { slot in
            let energy = energy(Double.random(in: 120...900, using: &random))
            let grams = (0..<3).map { _ in Amount(Double.random(in: 1...90, using: &random), places: 1) }
            let sodium = Amount(Double.random(in: 100...2_000, using: &random))
            let name = names.randomElement(using: &random) ?? names[0]
            return Meal(time: slot.upperBound, name: name, amounts: [energy] + grams + [sodium])
        }
    }

    func food(_ nutrient: Nutrient) -> [Sample] {
        meals().map { Sample(.app, start: $0.time, end: $0.time, amount: $0.amounts[nutrient.rawValue]) }
    }

    func water() -> [Sample] {
        var random = random(18)
        return Self.slots(awake, wanted: Int.random(in: 0...2, using: &random), length: 70).map {
            let millilitres = Double.random(in: 100...500, using: &random)
            let amount = Amount(options.units.isUS ? millilitres / 29.573_529_562_5 : millilitres, places: 1)
            return Sample(.app, start: $0.upperBound, end: $0.upperBound, amount: amount)
        }
    }
}
