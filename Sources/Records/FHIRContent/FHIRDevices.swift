internal import VitalRecords

/// A site's hubs, as the gateway of every reading.
package struct FHIRGateway: Hashable, Sendable {
    /// The site's name.
    package let site: String
    /// The software's version.
    package let version: String
    /// The EUI-64 as `FE-ED-AB-EE-DE-AD-77-C3`; nil for none.
    package var systemID: String?

    /// Creates a gateway.
    package init(site: String, version: String, systemID: String? = nil) {
        self.site = site
        self.version = version
        self.systemID = systemID
    }

    var id: String { FHIRID.make("gateway", of: [site]) }

    /// The guide's PhgDevice: type MDC 531981, a version, and the statement that it is not a certified medical device.
    var resource: FHIRResource {
        let unregulated = FHIRValue([
            "type": .concept([.coding(FHIRNames.phdBits, code: "532354.0", display: "regulation-status")]),
            "valueCode": [.concept([.coding(FHIRNames.yesNo, code: "Y")], text: "Device is Unregulated")],
        ])
        return FHIRResource(
            "Device",
            id: id,
            members: [
                "meta": FHIRValue(["profile": [.text(FHIRNames.phd + "PhgDevice")]]),
                "identifier": FHIRDevices.identifiers(systemID, id: id),
                "manufacturer": "VitalBus",
                "deviceName": [FHIRValue(["name": .text("VitalBus \(site)"), "type": "user-friendly-name"])],
                "modelNumber": "VitalBus",
                "type": .concept([.mdc(531_981, term: "MDC_MOC_VMS_MDS_AHD")], text: "Personal Health Gateway"),
                "version": FHIRDevices.versions([(531_975, "MDC_ID_PROD_SPEC_SW", version)]),
                "property": [unregulated],
            ]
        )
    }
}

/// Facts that a meter reports about itself and that its records lack.
package struct FHIRMeter: Hashable, Sendable {
    /// The EUI-64 as `FE-ED-AB-EE-DE-AD-77-C3`; nil for none.
    package var systemID: String?
    /// The firmware's version.
    package var firmware: String?
    /// The software's version.
    package var software: String?
    /// The hardware's version.
    package var hardware: String?

    /// Makes facts.
    package init(systemID: String? = nil, firmware: String? = nil, software: String? = nil, hardware: String? = nil) {
        self.systemID = systemID
        self.firmware = firmware
        self.software = software
        self.hardware = hardware
    }
}

/// The device or app that a record came from.
struct FHIRDevices {
    let resource: FHIRResource
    /// Whether it is a PhdDevice of the guide, which requires manufacturer and model.
    let isPersonalHealthDevice: Bool

    /// Creates the meter, the display's meter, or the app; nil if it is unknown.
    init?(_ record: VitalRecord, patient: FHIRPatient, meter: FHIRMeter) {
        let source = record.source
        let names = [source.manufacturer, source.model, source.serial, source.originalSource, source.platform]
        guard source.kind == .bluetooth || names.contains(where: { $0?.isEmpty == false }) else { return nil }
        // Without a serial number two people's meters of the same model look alike, so the patient keeps them apart.
        let owner = source.serial == nil ? patient.key : ""
        let id = FHIRID.make("device", of: [source.kind.rawValue, owner] + names.map { $0 ?? "" })
        isPersonalHealthDevice = source.kind == .bluetooth && source.manufacturer != nil && source.model != nil
        let kinds = isPersonalHealthDevice ? Self.kinds(record) : []
        let name = source.originalSource ?? source.platform
        resource = FHIRResource(
            "Device",
            id: id,
            members: [
                "meta": isPersonalHealthDevice ? FHIRValue(["profile": [.text(FHIRNames.phd + "PhdDevice")]]) : nil,
                "identifier": source.kind == .bluetooth ? Self.identifiers(meter.systemID, id: id) : nil,
                "manufacturer": source.manufacturer.map(FHIRValue.text),
                "serialNumber": source.serial.map(FHIRValue.text),
                "deviceName": name.map { [FHIRValue(["name": .text($0), "type": "user-friendly-name"])] },
                "modelNumber": source.model.map(FHIRValue.text),
                "type": Self.type(source.kind),
                "specialization": .list(kinds.map(Self.specialization)),
                "version": Self.versions([
                    (531_974, "MDC_ID_PROD_SPEC_HW", meter.hardware), (531_975, "MDC_ID_PROD_SPEC_SW", meter.software),
                    (531_976, "MDC_ID_PROD_SPEC_FW", meter.firmware),
                ]),
            ]
        )
    }

    private static func type(_ kind: SourceKind) -> FHIRValue? {
        switch kind {
        case .bluetooth: .concept([.mdc(65_573, term: "MDC_MOC_VMS_MDS_SIMP")], text: "Personal Health Device")
        case .healthImport: .concept([], text: "Health data of other software")
        default: nil
        }
    }

    private static func kinds(_ record: VitalRecord) -> [MeterKind] {
        let metrics = record.measurements.map(\.metric) + (record.context?.outOfBounds.map(\.metric) ?? [])
        let found = Set(metrics.compactMap { MetricTable.metric(named: $0)?.clinical.meter })
        return found.isEmpty ? [.generic] : found.sorted { $0.rawValue < $1.rawValue }
    }

    /// Bluetooth's services do not carry the version of a specialisation; transcoders use the first one.
    private static func specialization(_ kind: MeterKind) -> FHIRValue {
        FHIRValue(["systemType": .concept([.mdc(kind.rawValue, term: nil)]), "version": "1"])
    }

    /// The guide's system id, all zeros if there is none, and the id of the resource.
    static func identifiers(_ systemID: String?, id: String) -> FHIRValue {
        [
            FHIRValue([
                "type": .concept([.coding(FHIRNames.phdIdentifiers, code: "SYSID")]),
                "system": .text(FHIRNames.systemID), "value": .text(systemID ?? "00-00-00-00-00-00-00-00"),
            ]),
            FHIRValue(["system": .text(FHIRNames.uri), "value": .text("urn:uuid:\(id)")]),
        ]
    }

    static func versions(_ all: [(code: Int, term: String, value: String?)]) -> FHIRValue {
        .list(
            all.compactMap { version in
                version.value.map {
                    FHIRValue(["type": .concept([.mdc(version.code, term: version.term)]), "value": .text($0)])
                }
            }
        )
    }
}
