/// Why a run of the demo cannot go on.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String
}
