import BusContract
import HealthTypes
import Testing

/// The contract names the sets of sample types and the mapping lists their types; these tests keep the two in
/// agreement.
struct SampleSetTests {
    @Test func `Each set that may be subscribed is a word of the contract`() {
        #expect(SampleSet.known.map(\.rawValue) == HealthSet.subscribable.map(\.rawValue))
    }
}
