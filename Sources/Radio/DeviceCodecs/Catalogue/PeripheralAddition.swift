/// An operator's entry: a copy of a catalogue entry with another ID and its own advertisement rule.
///
/// It names a particular device, for example `{"basedOn": 3000, "id": 50001, "name": "Ward 3", "advert":
/// {"namePrefixes": ["Cuff 3"]}}`. With `speaks` it names a device that only an installed driver reads.
public struct PeripheralAddition: Hashable, Sendable, Decodable {
    /// The IDs reserved for operators.
    public static let ids = 50_000...99_999

    /// The ID of the entry to copy.
    public var basedOn: Int
    /// How to recognise it; absent parts are those of the copied entry, unless it speaks another protocol.
    public var advert: AdvertRule
    /// The protocol of an installed driver; nil for that of the copied entry.
    public var speaks: ProtocolName?
    /// The manufacturer.
    public var manufacturer: String?
    /// The model.
    public var model: String?
    /// Its ID and all other differences.
    public var changes: PeripheralOverride

    /// Makes an entry from its differences.
    public init(
        basedOn: Int,
        advert: AdvertRule,
        speaks: ProtocolName? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        changes: PeripheralOverride
    ) {
        self.basedOn = basedOn
        self.advert = advert
        self.speaks = speaks
        self.manufacturer = manufacturer
        self.model = model
        self.changes = changes
    }

    /// Decodes an entry; the changes are fields of the same object.
    ///
    /// - Throws: `DecodingError`, also for an unknown field.
    public init(from decoder: any Decoder) throws {
        let own = ["basedOn", "manufacturer", "model", "speaks"]
        let known = own + PeripheralOverride.CodingKeys.allCases.map(\.stringValue)
        try StrictKeys.check(decoder, known: known)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        basedOn = try container.decode(Int.self, forKey: .basedOn)
        advert = try container.decode(AdvertRule.self, forKey: .advert)
        speaks = try container.decodeIfPresent(ProtocolName.self, forKey: .speaks)
        manufacturer = try container.decodeIfPresent(String.self, forKey: .manufacturer)
        model = try container.decodeIfPresent(String.self, forKey: .model)
        changes = try PeripheralOverride(unchecked: decoder)
        // An addition extends the advert of its base; an override replaces it.
        changes.advert = nil
    }

    private enum CodingKeys: String, CodingKey {
        case basedOn, advert, speaks, manufacturer, model
    }

    func applied(to base: Peripheral) -> Peripheral {
        var rule = advert
        // The services of the copied entry are those of its protocol.
        let isOther = speaks.map { $0 != base.speaks } ?? false
        if !isOther { inherit(base.advert, into: &rule) }
        let copy = Peripheral(
            id: changes.id,
            name: [manufacturer, model].compactMap(\.self).joined(separator: " "),
            manufacturer: manufacturer ?? base.manufacturer,
            model: model ?? base.model,
            type: base.type,
            advert: rule,
            requiresPairing: base.requiresPairing,
            advertises: base.advertises,
            hasMemory: base.hasMemory,
            pairingInstructions: base.pairingInstructions,
            startInstructions: base.startInstructions,
            readingInstructions: base.readingInstructions,
            imageURL: base.imageURL,
            disabled: base.disabled,
            speaks: speaks ?? base.speaks,
            needs: isOther ? [] : base.needs,
            rearmSeconds: base.rearmSeconds,
            connectDelay: base.connectDelay
        )
        var result = changes.applied(to: copy)
        if result.name.isEmpty { result.name = base.name }
        return result
    }

    private func inherit(_ base: AdvertRule, into rule: inout AdvertRule) {
        if rule.services.isEmpty { rule.services = base.services }
        if rule.companies.isEmpty { rule.companies = base.companies }
        if rule.serviceData.isEmpty { rule.serviceData = base.serviceData }
        rule.excludes += base.excludes
    }
}
