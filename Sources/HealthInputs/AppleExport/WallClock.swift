/// Times of day as phones write them for people.
enum WallClock {
    /// The second of the day of `4:17:18.57 pm`, `16:17:18,57` or `4:17:18.57 PM`; nil for anything else.
    static func secondOfDay(_ text: String) -> Int? {
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(3).compactMap { Int($0) }
        guard numbers.count == 3, (0..<24).contains(numbers[0]), numbers[1] < 60, numbers[2] < 60 else { return nil }
        let letters = text.lowercased().filter(\.isLetter)
        var hour = numbers[0]
        if letters == "pm" || letters == "am" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (letters == "pm" ? 12 : 0)
        } else if !letters.isEmpty {
            // Another language's words for the halves of the day.
            return nil
        }
        return hour * 3_600 + numbers[1] * 60 + numbers[2]
    }
}
