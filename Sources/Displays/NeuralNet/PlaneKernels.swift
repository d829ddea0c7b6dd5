/// What is done with planes besides convolution; every function fills the front of its target.
enum PlaneKernels {
    /// The largest number of each field of a pooling; fields do not reach past the input.
    static func pool(_ pooling: Pooling, _ source: [Float], _ input: Shape, into target: inout [Float], _ output: Shape)
    {
        var place = 0
        let source = source.span
        for channel in 0..<output.channels {
            for y in 0..<output.height {
                let line = channel * input.plane + y * pooling.strideHeight * input.width
                for x in 0..<output.width {
                    let start = line + x * pooling.strideWidth
                    var largest = source[start]
                    for row in 0..<pooling.kernelHeight {
                        for column in 0..<pooling.kernelWidth {
                            largest = max(largest, source[start + row * input.width + column])
                        }
                    }
                    target[place] = largest
                    place += 1
                }
            }
        }
    }

    /// Each number four times, as a square of twice the side.
    static func double(_ source: [Float], _ input: Shape, into target: inout [Float]) {
        let source = source.span
        let width = 2 * input.width
        for line in 0..<(input.channels * input.height) {
            let (from, into) = (line * input.width, 2 * line * width)
            for x in 0..<input.width {
                let value = source[from + x]
                target[into + 2 * x] = value
                target[into + 2 * x + 1] = value
                target[into + width + 2 * x] = value
                target[into + width + 2 * x + 1] = value
            }
        }
    }

    /// The sums of two inputs of the same size, cut at 0 if wanted.
    static func add(_ first: [Float], _ second: [Float], count: Int, relu: Bool, into target: inout [Float]) {
        let (first, second) = (first.span, second.span)
        let floor = relu ? 0 : -Float.infinity
        for index in 0..<count { target[index] = max(first[index] + second[index], floor) }
    }
}
