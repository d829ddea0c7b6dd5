/// The buffered text of an export.
struct ExportText {
    var bytes: [UInt8] = []
    /// The line ending.
    let newline: String
    /// The separator before an attribute.
    let separator: String
    private let escapesAll: Bool
    private let keepsBrackets: Bool
    private var day = (number: Int64.min, text: [UInt8]())

    init(_ faults: Set<ExportFault>) {
        newline = faults.contains(.crlf) ? "\r\n" : "\n"
        separator = faults.contains(.lines) ? newline + "   " : " "
        escapesAll = faults.contains(.entities)
        keepsBrackets = faults.contains(.rawBrackets)
        bytes.reserveCapacity(1 << 19)
    }

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func add(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    mutating func line(_ text: String = "") {
        add(text)
        add(newline)
    }

    /// Appends an attribute with a text value.
    ///
    /// - Parameter isDevice: Whether angle brackets may stay unescaped.
    mutating func attribute(_ name: String, value: String, isDevice: Bool = false) {
        begin(name)
        escape(value, keepsBrackets: isDevice && keepsBrackets)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func attribute(_ name: String, amount: Amount) {
        begin(name)
        number(amount)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an attribute with a date, written with an offset from UTC in seconds.
    mutating func attribute(_ name: String, date time: Int64, offset: Int) {
        begin(name)
        date(time, offset: offset)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func begin(_ name: String) {
        add(separator)
        add(name)
        bytes.append(UInt8(ascii: "="))
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func date(_ time: Int64, offset: Int) {
        let local = time + Int64(offset)
        let number = local / 86_400
        if day.number != number { day = (number, Array((CivilDay(number: Int(number)).text + " ").utf8)) }
        bytes.append(contentsOf: day.text)
        let second = Int(local % 86_400)
        two(second / 3_600, behind: ":")
        two(second / 60 % 60, behind: ":")
        two(second % 60, behind: " ")
        bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
        two(abs(offset) / 3_600)
        two(abs(offset) / 60 % 60)
    }

    private mutating func two(_ number: Int, behind sign: Unicode.Scalar? = nil) {
        bytes.append(UInt8(48 + number / 10))
        bytes.append(UInt8(48 + number % 10))
        if let sign { bytes.append(UInt8(ascii: sign)) }
    }

    private mutating func number(_ amount: Amount) {
        var digits: [UInt8] = []
        var rest = amount.digits.magnitude
        while rest > 0 || digits.count <= amount.places {
            digits.append(UInt8(48 + rest % 10))
            rest /= 10
        }
        if amount.digits < 0 { bytes.append(UInt8(ascii: "-")) }
        for index in digits.indices.reversed() {
            bytes.append(digits[index])
            if index == amount.places, index > 0 { bytes.append(UInt8(ascii: ".")) }
        }
    }

    private mutating func escape(_ text: String, keepsBrackets: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": add("&amp;")
            case "<": add(keepsBrackets ? "<" : "&lt;")
            case ">": add(keepsBrackets ? ">" : "&gt;")
            case "\"": add("&quot;")
            case "'" where escapesAll: add("&apos;")
            case _ where scalar.isASCII: bytes.append(UInt8(ascii: scalar))
            case _ where escapesAll:
                add(scalar.value % 2 == 0 ? "&#\(scalar.value);" : "&#x\(String(scalar.value, radix: 16));")
            default: add(String(scalar))
            }
        }
    }
}
