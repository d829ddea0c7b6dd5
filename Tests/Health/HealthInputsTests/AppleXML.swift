import Archive
import HealthInputs

/// Exports in Apple's format, and a short way to read them.
enum AppleXML {
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        <!-- Note: Any Records that appear as children of a correlation also appear as top-level records. -->
        ]>

        """

    /// Every element with a meaning, each at least once.
    static let all =
        head + """
            <HealthData locale="en_US">
             <ExportDate value="2026-03-20 21:14:07 -0400"/>
             <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-03-09" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" HKCharacteristicTypeIdentifierBloodType=""/>
             <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Kim’s Apple\u{A0}Watch" sourceVersion="11.5" device="&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, software:11.5&gt;" unit="count" creationDate="2026-03-01 08:10:00 -0400" startDate="2026-03-01 08:00:00 -0400" endDate="2026-03-01 08:05:30 -0400" value="412"/>
             <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Steps &amp; &quot;Co&quot; &#x1F600;" unit="count" startDate="2026-03-01 08:20:00 -0400" endDate="2026-03-01 08:21:00 -0400" value="30">
              <MetadataEntry key="HKWasUserEntered" value="1"/>
             </Record>
             <Record type="HKQuantityTypeIdentifierBloodGlucose" sourceName="Meter" unit="mmol&lt;180.1558800000541&gt;/L" startDate="2026-03-01 09:00:00 -0400" endDate="2026-03-01 09:00:00 -0400" value="5.5">
              <MetadataEntry key="HKBloodGlucoseMealTime" value="2"/>
             </Record>
             <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Kim’s Apple\u{A0}Watch" startDate="2026-03-01 23:00:00 -0400" endDate="2026-03-02 01:00:00 -0400" value="HKCategoryValueSleepAnalysisAsleepDeep">
              <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
             </Record>
             <Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="Breathe" startDate="2026-03-02 07:00:00 -0400" endDate="2026-03-02 07:03:00 -0400"/>
             <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" startDate="2026-03-02 08:00:00 -0400" endDate="2026-03-02 08:00:00 -0400">
              <MetadataEntry key="HKTimeZone" value="America/New_York"/>
              <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" startDate="2026-03-02 08:00:00 -0400" endDate="2026-03-02 08:00:00 -0400" value="120"/>
              <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" startDate="2026-03-02 08:00:00 -0400" endDate="2026-03-02 08:00:00 -0400" value="80"/>
             </Correlation>
             <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" durationUnit="min" sourceName="Kim’s Apple\u{A0}Watch" startDate="2026-03-02 17:00:00 -0400" endDate="2026-03-02 17:35:00 -0400">
              <MetadataEntry key="HKTimeZone" value="America/New_York"/>
              <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-03-02 17:10:00 -0400"/>
              <WorkoutActivity uuid="0C82" startDate="2026-03-02 17:00:00 -0400" endDate="2026-03-02 17:35:00 -0400" duration="30.5" durationUnit="min">
               <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="999" unit="Cal"/>
              </WorkoutActivity>
              <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2026-03-02 17:00:00 -0400" endDate="2026-03-02 17:35:00 -0400" sum="250.5" unit="Cal"/>
              <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="140.25" minimum="90" maximum="171" unit="count/min"/>
              <WorkoutRoute sourceName="Kim’s Apple\u{A0}Watch" startDate="2026-03-02 17:00:00 -0400" endDate="2026-03-02 17:35:00 -0400">
               <FileReference path="/workout-routes/route_2026-03-02_5.35pm.gpx"/>
              </WorkoutRoute>
             </Workout>
             <ActivitySummary dateComponents="2026-03-02" activeEnergyBurned="500" activeEnergyBurnedUnit="Cal"/>
             <ClinicalRecord type="Observation" identifier="1" sourceName="Clinic" resourceFilePath="/clinical-records/Observation-1.json"/>
             <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="x" startDate="2026-03-02 08:00:00 -0400" endDate="2026-03-02 08:00:00 -0400">
              <SensitivityPoint frequencyValue="250" frequencyUnit="Hz"/>
             </Audiogram>
             <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Kim’s Apple\u{A0}Watch" unit="ms" startDate="2026-03-05 12:00:00 -0400" endDate="2026-03-05 12:01:00 -0400" value="48.123">
              <HeartRateVariabilityMetadataList>
               <InstantaneousBeatsPerMinute bpm="61" time="11:00:01.57\u{202F}AM"/>
               <InstantaneousBeatsPerMinute bpm="62" time="11:00:02.57\u{202F}AM"/>
              </HeartRateVariabilityMetadataList>
             </Record>
            </HealthData>

            """

    /// A file with these elements.
    static func file(_ body: String) -> String { head + "<HealthData locale=\"en_US\">\n\(body)\n</HealthData>\n" }

    /// One record.
    static func record(
        _ type: String = "HKQuantityTypeIdentifierStepCount",
        value: String = "10",
        unit: String = "count",
        source: String = "Phone",
        start: String = "2026-03-01 08:00:00 -0500",
        end: String? = nil
    ) -> String {
        "<Record type=\"\(type)\" sourceName=\"\(source)\" unit=\"\(unit)\" startDate=\"\(start)\" "
            + "endDate=\"\(end ?? start)\" value=\"\(value)\"/>"
    }

    static func read(
        _ bytes: [UInt8],
        block: Int = .max,
        salt: [UInt8] = [1]
    ) throws -> (sink: RecordingSink, report: HealthScanReport) {
        var sink = RecordingSink()
        var source = PlainReader(BytesInMemory(bytes), largestBlock: block)
        let report = try AppleExportReader(salt: salt).read(&source, into: &sink)
        return (sink, report)
    }

    static func read(_ text: String, block: Int = .max) throws -> (sink: RecordingSink, report: HealthScanReport) {
        try read(Array(text.utf8), block: block)
    }
}

extension AppleXML {
    static func reader(_ text: String) -> PlainReader { PlainReader(BytesInMemory(Array(text.utf8))) }
}
