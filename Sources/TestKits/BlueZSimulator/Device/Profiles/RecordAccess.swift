/// Interprets requests to the Record Access Control Point, 0x2A52.
enum RecordAccess {
    /// Opcodes of requests and answers.
    static let report: UInt8 = 1, delete: UInt8 = 2, abort: UInt8 = 3, count: UInt8 = 4, counted: UInt8 = 5
    /// The opcode of a general answer.
    static let response: UInt8 = 6

    /// The codes of a general answer.
    enum Code: UInt8, Error, Equatable {
        case success = 1
        case opcodeNotSupported = 2
        case invalidOperator = 3
        case operatorNotSupported = 4
        case invalidOperand = 5
        case noRecords = 6
        case abortUnsuccessful = 7
        case operandNotSupported = 9
    }

    /// The records that a request selects, in the given order.
    ///
    /// - Parameter onlyAll: Whether the meter supports only the operator "all records".
    static func select(
        _ records: [MeterRecord],
        operation: UInt8,
        operand: [UInt8],
        onlyAll: Bool
    ) throws(Code) -> [MeterRecord] {
        if onlyAll, operation > 1 { throw .operatorNotSupported }
        switch operation {
        case 1, 5, 6:
            guard operand.isEmpty else { throw .invalidOperand }
            return operation == 1 ? records : operation == 5 ? Array(records.prefix(1)) : Array(records.suffix(1))
        case 2, 3, 4: return try filter(records, operation: operation, operand: operand)
        case 0: throw .invalidOperator
        default: throw .operatorNotSupported
        }
    }

    private static func filter(
        _ records: [MeterRecord],
        operation: UInt8,
        operand: [UInt8]
    ) throws(Code) -> [MeterRecord] {
        guard let kind = operand.first else { throw .invalidOperand }
        guard kind == 1 || kind == 2 else { throw .operandNotSupported }
        let size = kind == 1 ? 2 : 7
        let rest = operand.dropFirst()
        guard rest.count == (operation == 4 ? 2 : 1) * size else { throw .invalidOperand }
        var limits: [Int] = []
        for start in stride(from: rest.startIndex, to: rest.endIndex, by: size) {
            let bytes = Array(rest[start..<start + size])
            let value = kind == 1 ? FrameBytes.word(bytes, at: 0).map(Int.init) : CivilTime(dateTime: bytes)?.seconds
            guard let value else { throw .invalidOperand }
            limits.append(value)
        }
        let low = operation == 2 ? Int.min : limits.first ?? Int.min
        let high = operation == 3 ? Int.max : limits.last ?? Int.max
        guard low <= high else { throw .invalidOperand }
        return records.filter { (low...high).contains(kind == 1 ? Int($0.sequence) : $0.time.seconds) }
    }
}
