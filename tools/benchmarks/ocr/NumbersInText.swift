/// The numbers in what a program prints.
struct NumbersInText {
    private let numbers: [String]

    /// Finds them: digits with points or commas between them.
    init(_ text: String) {
        numbers = text.split { !($0.isASCII && $0.isNumber) && $0 != "." && $0 != "," }
            .map { Self.bare(String($0)) }.filter { !$0.isEmpty }
    }

    /// Whether it has these numbers in order, with whatever between them; a sign and leading zeros need not be there.
    func has(_ texts: [String]) -> Bool {
        var rest = numbers[...]
        for text in texts {
            guard let place = rest.firstIndex(of: Self.bare(text)) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }

    private static func bare(_ text: String) -> String {
        let number = text.map { $0 == "," ? "." : $0 }.drop { $0 == "-" || $0 == "0" || $0 == "." }
        return String(number.reversed().drop { $0 == "." }.reversed())
    }
}
