internal import BlueZ
internal import DeviceCodecs
internal import RadioAccess
internal import VitalRecords

extension LinkReader {
    /// Whether an unpaired device may be connected only to pair it, by its model.
    ///
    /// - Parameter models: The possible models, by catalogue number.
    func wantsPairing(_ device: DeviceID, as models: [Int]) async -> Bool {
        let known = models.compactMap { catalogue.catalogue.peripheral(id: $0) }
        let rules = LinkRules(known.reduce(into: []) { $0.formUnion($1.quirks) })
        guard rules.connectsOnlyBonded || rules.bondsBeforeReading else { return false }
        return await radio.info(of: device)?.isBonded == false
    }
}
