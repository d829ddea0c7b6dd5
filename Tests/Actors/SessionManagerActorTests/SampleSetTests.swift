import BusContract
import HealthTypes
import Testing

/// The sets of sample types: the contract has their names, the mapping has what is in them, and neither sees the other.
struct SampleSetTests {
    @Test func `Each set that may be subscribed is a word of the contract`() {
        #expect(SampleSet.known.map(\.rawValue) == HealthSet.subscribable.map(\.rawValue))
    }
}
