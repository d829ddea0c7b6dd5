/// Keeps the largest number of each field.
struct Pooling: Sendable {
    let kernelHeight: Int
    let kernelWidth: Int
    let strideHeight: Int
    let strideWidth: Int

    /// The size of what it makes of an input; nil where that is smaller than a field.
    func shape(of input: Shape) -> Shape? {
        guard input.height >= kernelHeight, input.width >= kernelWidth else { return nil }
        return Shape(
            channels: input.channels,
            height: (input.height - kernelHeight) / strideHeight + 1,
            width: (input.width - kernelWidth) / strideWidth + 1
        )
    }
}
