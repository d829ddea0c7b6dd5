/// A step of a network; values are known by their numbers, 0 is the network's input.
struct Step: Sendable {
    /// What is done.
    let operation: Operation
    /// The values that it takes.
    let inputs: [Int]
    /// The buffer that its own value goes to; its value's number is its place among the steps, plus 1.
    let buffer: Int
}
