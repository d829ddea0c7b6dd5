/// A sequence of chunks with changing bytes, which may fail.
struct Chunks: AsyncSequence, Sendable {
    let count: Int
    let size: Int
    var failsAt: Int?

    struct Broken: Error {}

    struct Iterator: AsyncIteratorProtocol {
        let chunks: Chunks
        var index = 0

        mutating func next() async throws -> [UInt8]? {
            if index == chunks.failsAt { throw Broken() }
            guard index < chunks.count else { return nil }
            defer { index += 1 }
            await Task.yield()
            return chunks.chunk(index)
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: self)
    }

    func chunk(_ index: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size)
    }

    /// All chunks one after the other.
    var whole: [UInt8] {
        (0..<count).flatMap(chunk)
    }
}
