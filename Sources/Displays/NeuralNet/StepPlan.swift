/// The assignment of a network's values to as few buffers as possible.
struct StepPlan {
    private(set) var buffers: [Int] = [0]
    let output: Int
    private var numbers: [String: Int] = ["input": 0]
    /// The last step that needs each value.
    private var last: [Int]

    /// Finds the last use of each value.
    init(_ header: NetworkHeader) throws(NetworkError) {
        last = Array(repeating: 0, count: header.ops.count + 1)
        for (index, entry) in header.ops.enumerated() {
            for input in entry.inputs {
                guard let number = numbers[input] else {
                    throw NetworkError(.badStep, message: "no earlier step of the network makes \(input)")
                }
                last[number] = index
            }
            guard numbers.updateValue(index + 1, forKey: entry.output) == nil else {
                throw NetworkError(.badStep, message: "two steps of the network make \(entry.output)")
            }
            last[index + 1] = index
        }
        guard let output = numbers[header.output], output > 0 else {
            throw NetworkError(.badStep, message: "no step of the network makes its output")
        }
        self.output = output
        last[output] = .max
    }

    /// The steps with their weights, each with the first free buffer.
    mutating func steps(_ header: NetworkHeader, file: NetworkFile) throws(NetworkError) -> [Step] {
        var steps: [Step] = []
        var free: [Int] = []
        var count = 1
        for (index, entry) in header.ops.enumerated() {
            let operation = try NetOperation(entry, of: file)
            let buffer = free.popLast() ?? count
            count = max(count, buffer + 1)
            buffers.append(buffer)
            let inputs = entry.inputs.compactMap { numbers[$0] }
            steps.append(Step(operation: operation, inputs: inputs, buffer: buffer))
            // The input's buffer is the caller's memory, so it is not reused.
            for value in Set(inputs + [index + 1]).sorted() where value > 0 && last[value] <= index {
                free.append(buffers[value])
            }
        }
        return steps
    }
}
