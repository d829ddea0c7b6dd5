extension PeripheralCatalogue {
    /// What Xiaomi's scales look like: vendor payloads under the standard's UUIDs (ble.md §1.7, quirk m).
    static let xiaomiAdvert = AdvertRule(serviceData: [
        ServiceDataRule(service: .weightScaleService, lengths: [10]),
        ServiceDataRule(service: .bodyCompositionService, lengths: [13]),
    ])
    private static let xiaomiNames = AdvertRule(namePrefixes: ["MI SCALE", "MI_SCALE", "MIBCS", "MIBFS", "XMTZC"])
    private static let xiaomiCompany = AdvertRule(companies: [0x0157])

    /// IDs that stand in the mobile SDK's examples; which models they are is not public, so nothing is told as one of them
    /// until an operator's catalogue file says more.
    static let unnamed: [Peripheral] = [2, 3].map {
        Peripheral(generic: $0, "Peripheral \($0) of the mobile SDK", .unnamed, AdvertRule(), .unnamed)
    }

    /// All devices that conform to a profile; the IDs are the mobile SDK's.
    static let generic: [Peripheral] = [
        Peripheral(
            generic: 1000,
            "Blood glucose meter",
            .glucoseMeter,
            AdvertRule(services: [.glucoseService]),
            .meter,
            // The profile guards its control point.
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            generic: 2000,
            "Pulse oximeter",
            .pulseOximeter,
            AdvertRule(services: [.pulseOximeterService]),
            .oximeter
        ),
        Peripheral(
            generic: 3000,
            "Blood pressure monitor",
            .bloodPressureMonitor,
            AdvertRule(services: [.bloodPressureService]),
            .cuff
        ),
        Peripheral(
            generic: 4000,
            "Thermometer",
            .thermometer,
            AdvertRule(services: [.thermometerService]),
            .thermometer
        ),
        Peripheral(
            generic: 5000,
            "Weight scale",
            .weightScale,
            AdvertRule(
                services: [.weightScaleService, .bodyCompositionService],
                excludes: [xiaomiAdvert, xiaomiNames, xiaomiCompany]
            ),
            .scale
        ),
    ]
}
