internal import BlueZ
internal import DeviceCodecs
internal import RadioAccess
internal import VitalRecords

extension LinkReader {
    /// Whether a device is of a model that may be connected for its pairing only, and is not paired.
    ///
    /// - Parameter models: What it may be, by the catalogue's numbers.
    func wantsPairing(_ device: DeviceID, as models: [Int]) async -> Bool {
        let known = models.compactMap { catalogue.catalogue.peripheral(id: $0) }
        let rules = LinkRules(known.reduce(into: []) { $0.formUnion($1.quirks) })
        guard rules.connectsOnlyBonded || rules.bondsBeforeReading else { return false }
        return await radio.info(of: device)?.isBonded == false
    }
}
