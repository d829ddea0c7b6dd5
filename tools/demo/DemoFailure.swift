/// Why a run of the demo cannot continue.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String
}
