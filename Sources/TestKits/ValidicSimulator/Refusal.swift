/// An answer that refuses a request.
struct Refusal: Error, Sendable {
    let answer: Answer

    init(_ answer: Answer) {
        self.answer = answer
    }
}
