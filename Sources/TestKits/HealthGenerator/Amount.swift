/// A number as it stands in an export: digits and how many of them come behind the point.
struct Amount: Hashable {
    let digits: Int64
    let places: Int

    /// Rounds a number.
    init(_ value: Double, places: Int = 0) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        digits = Int64((value * scale).rounded())
        self.places = places
    }

    /// What the text says.
    var value: Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return Double(digits) / scale
    }
}
