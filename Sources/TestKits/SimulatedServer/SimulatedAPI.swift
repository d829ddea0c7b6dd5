/// The API of a simulated server: everything except connections and their faults.
package protocol SimulatedAPI: Sendable {
    /// The faults of one request, as ``FaultPlan/draw(path:method:)`` gives them.
    func drawFaults(path: String, method: String) async -> [Fault]
    /// The faults that are set.
    var faults: [Fault] { get async }
    /// The answer to a request.
    func answer(_ call: Call) async throws -> Answer
    /// The answer to a request below `/_control`, whose caller was admitted.
    func control(_ call: Call) async throws -> Answer
    /// An error in the API's format at that path.
    func failure(_ status: Int, text: String, path: String) -> Answer
    /// The kinds of faults that the API simulates itself; its answer is sent unchanged.
    var ownFaults: Set<FaultKind> { get }
}
