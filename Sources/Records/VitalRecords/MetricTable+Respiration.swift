extension MetricTable {
    /// What a spirometer or a peak flow meter measures.
    ///
    /// The Inform API gave up `peak_flow` for these names in 2019.
    static let respiration: [Metric] = [
        Metric("fev1", .airVolumes, inform: .assumed("L"), loinc: "20150-9"),
        Metric("fev6", .airVolumes, inform: .assumed("L")),
        Metric("fvc", .airVolumes, inform: .assumed("L")),
        Metric(
            "pef",
            [.litrePerMinute, .litrePerSecondAsLitrePerMinute],
            inform: .assumed("L/min"),
            loinc: "33452-4"
        ),
        Metric("fef_25_75", [.litrePerSecond], inform: .assumed("L/s")),
        Metric("fet", .durations, inform: .assumed("s")),
        Metric("fev1_per_fvc", .percents, inform: .assumed("%")),
        Metric("fev1_per_fev6", .percents, inform: .assumed("%")),
    ]
}
