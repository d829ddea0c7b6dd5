/// The rate between the first tenth and the last of a run, where the line is full.
enum SteadyRate {
    /// Events per second, from the seconds at which they came, in order.
    static func of(_ times: [Double]) -> Double {
        let (first, last) = (times.count / 10, times.count * 9 / 10)
        guard last > first, times[last] > times[first] else { return 0 }
        return Double(last - first) / (times[last] - times[first])
    }
}
