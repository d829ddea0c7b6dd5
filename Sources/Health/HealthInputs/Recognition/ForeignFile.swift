/// A file of another program, recognised so that its refusal names the program and the way out.
struct ForeignFile: Hashable {
    /// The name of the program.
    let program: String
    /// Parts of the first lines, in lower case and without quotation marks; one list of them must be there.
    let clues: [[String]]
    /// What to do.
    var advice = "if its app writes to Apple Health or Health Connect, import that export"

    /// The error that says it.
    var error: HealthInputsError {
        HealthInputsError(
            .unsupportedInput,
            message: "this is a file of \(program), which is not supported: \(advice)"
        )
    }

    /// The program that wrote a table; nil for an unknown one.
    static func table(_ head: [UInt8]) -> ForeignFile? {
        // A title may precede the column names.
        let lines = InputHead.lines(head).prefix(3).joined(separator: "\n")
        return find(tables, in: lines.lowercased().filter { $0 != "\"" })
    }

    /// The program that wrote JSON; nil for an unknown one.
    static func object(_ head: [UInt8]) -> ForeignFile? {
        find(objects, in: InputHead.text(head).lowercased().filter { $0 != "\"" })
    }

    private static func find(_ files: [ForeignFile], in text: String) -> ForeignFile? {
        let bytes = Array(text.utf8)
        return files.first { file in
            file.clues.contains { clues in clues.allSatisfy { TextSearch.contains(bytes, word: $0) } }
        }
    }

    // Column names are from public files and parsers of each program's export.
    private static let tables = [
        ForeignFile(program: "Oura", clues: [["readiness score"], ["bedtime_start"]]),
        ForeignFile(
            program: "Cronometer",
            clues: [["energy (kcal)", "carbs (g)"], ["energy (kcal)", "alcohol (g)"]]
        ),
        ForeignFile(
            program: "Health Auto Export in CSV",
            clues: [["date/time,", "("]],
            advice: "choose JSON as the app's export format"
        ),
        ForeignFile(
            program: "an app that exports Apple Health as CSV",
            clues: [["type,sourcename,"]],
            advice: "import the Health app's own export.zip"
        ),
        ForeignFile(
            program: "Fitbit's website",
            clues: [["date,calories burned,steps"], ["date,weight,bmi,fat"], ["start time,end time,minutes asleep"]],
            advice: "import the Fitbit part of Google Takeout"
        ),
        ForeignFile(
            program: "Fitbit",
            clues: [["timestamp,value\n"], ["timestamp,average_value"], ["timestamp,rmssd"]],
            advice: "import the whole Google Takeout, whose other tables have these values"
        ),
        ForeignFile(
            program: "Health Sync",
            clues: [["health sync"], ["quell-app,"], ["source app,"]],
            advice: "import the export of Health Connect or Samsung Health that it was made of"
        ),
        ForeignFile(
            program: "Withings",
            clues: [["fat mass (kg)"], ["fat mass (lb)"], ["date,heart rate,systolic,diastolic"]]
        ),
        ForeignFile(
            program: "OMRON",
            clues: [["systolic (mmhg)", "truread"], ["systolic (mmhg)", "symptoms"], ["sys(mmhg)"]]
        ),
        ForeignFile(program: "Dexcom", clues: [["glucose value", "event type"], ["ddthh:mm:ss)"]]),
        ForeignFile(program: "LibreView", clues: [["historic glucose"], ["device,serial number,device timestamp"]]),
        ForeignFile(program: "Glooko", clues: [["cgm glucose value"]]),
        ForeignFile(
            program: "Garmin Connect in CSV",
            clues: [["activity type,date,favorite"], ["time,weight,change,bmi"]],
            advice: "import the archive of your Garmin account (Export Your Data), or its FIT files"
        ),
        ForeignFile(program: "Strava", clues: [["activity id,activity date,activity name"]]),
        ForeignFile(program: "MyFitnessPal", clues: [["date,meal,calories"]]),
        ForeignFile(program: "WHOOP", clues: [["cycle start time", "recovery score"]]),
        ForeignFile(program: "Zepp Life", clues: [["deepsleeptime"], ["date,lastsynctime"]]),
        ForeignFile(program: "Sleep as Android", clues: [["id,tz,from,to,sched"]]),
        ForeignFile(program: "openScale", clues: [["biceps,bone,caliper1"]]),
        ForeignFile(
            program: "another program with blood pressures",
            clues: [["systolic", "diastolic"], ["systolisch", "diastolisch"], ["systole", "diastole"]],
            advice: "type its values on the page or with vitalbus record add"
        ),
    ]

    private static let objects = [
        ForeignFile(program: "Oura", clues: [["bedtime_start:"], ["readiness_score_delta:"]]),
        ForeignFile(program: "Nightscout", clues: [["sgv:", "datestring:"], ["eventtype:", "created_at:"]]),
        ForeignFile(program: "Tidepool", clues: [["uploadid:", "deviceid:"]]),
        ForeignFile(
            program: "Garmin's account in JSON",
            clues: [["calendardate:", "userprofilepk:"], ["calendardate:", "sleepstarttimestampgmt:"]],
            advice: "import the whole archive; its FIT files are read"
        ),
        ForeignFile(
            program: "Fitbit's Web API",
            clues: [["{sleep:[{", "dateofsleep:"], ["{activities-"]],
            advice: "import the Fitbit part of Google Takeout"
        ),
    ]
}
