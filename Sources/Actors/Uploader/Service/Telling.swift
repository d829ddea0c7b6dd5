internal import BusContract
internal import FoundationEssentials
internal import LedgerStore
internal import MessageBus
internal import VitalRecords

extension WireFault {
    /// Why outcomes wait, for health.
    init(untold error: any Error) {
        guard let error = error as? BusError else {
            let words = "outcomes cannot be reported: \(error.typeName)"
            self.init(code: "internalError", message: words, retriable: true)
            return
        }
        let words = "outcomes are queued for the session manager: \(error.message)"
        self.init(code: error.code.rawValue, message: words, retriable: true)
    }
}
