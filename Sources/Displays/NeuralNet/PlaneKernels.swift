/// The operations on planes other than convolution; each fills the front of its target.
enum PlaneKernels {
    /// Maximum pooling; windows do not extend beyond the input.
    static func pool(_ pooling: Pooling, source: [Float], input: Shape, into target: inout [Float], output: Shape) {
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

    /// Repeats each number as a square of two by two.
    static func double(_ source: [Float], input: Shape, into target: inout [Float]) {
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

    /// Adds two inputs of equal size, with optional ReLU.
    static func add(_ first: [Float], and second: [Float], count: Int, relu: Bool, into target: inout [Float]) {
        let (first, second) = (first.span, second.span)
        let floor = relu ? 0 : -Float.infinity
        for index in 0..<count { target[index] = max(first[index] + second[index], floor) }
    }
}
