/// What is wrong with a value, in words that complete "KEY …".
struct ValueProblem: Error {
    let words: String
}
