// Names of columns and members are from public files and parsers of each program's export, in the languages seen there.
extension ForeignFile {
    /// The programs that write tables; the first that fits counts.
    static let tables = weights + glucose + pressures + activity + unnamed

    private static let weights = [
        ForeignFile(
            program: "Withings",
            clues: [
                ["fat mass (kg)"], ["fat mass (lb)"], ["fettmasse (kg)"], ["masse grasse (kg)"], ["masa grasa (kg)"],
                ["date,heart rate,systolic,diastolic"], ["date,height (m)"], ["from,to,light (s)"],
                ["from,to,from (manual)"], ["start,duration,value"],
            ]
        ),
        ForeignFile(
            program: "RENPHO",
            clues: [["subcutaneous fat(%)"], ["time of measurement", "bmi"], ["subkutanes fett(%)"]]
        ),
        ForeignFile(program: "OMRON", clues: [["skeletal muscle(%)", "resting metabolism"]]),
        ForeignFile(program: "openScale", clues: [["biceps,bone,caliper1"]]),
        ForeignFile(program: "Libra", clues: [["#units:", "weight"]]),
        ForeignFile(
            program: "Garmin Connect in CSV",
            clues: [
                ["activity type,date,favorite"], ["time,weight,change,bmi"], ["uhrzeit,gewicht,veränderung,bmi"],
                ["sleep score 4 weeks"], [",actual,goal"],
            ],
            advice: garmin
        ),
    ]

    private static let glucose = [
        ForeignFile(program: "Dexcom", clues: [["glucose value", "event type"], ["thh:mm:ss)"]]),
        ForeignFile(
            program: "LibreView",
            clues: [
                ["historic glucose"], ["device,serial number,device timestamp"], ["gerätezeitstempel", "glukose"],
                ["historial de glucosa"], ["historique de la glycémie"], ["freestyle libre"],
            ]
        ),
        ForeignFile(
            program: "Glooko",
            clues: [
                ["cgm glucose value"], ["manual reading", "glucose value"], ["name:", "date range:"],
                ["valeur du glucose (m"],
            ]
        ),
        ForeignFile(program: "mySugr", clues: [["blood sugar measurement ("], ["blutzuckermessung ("]]),
        ForeignFile(
            program: "Contour",
            clues: [["readings [m"], ["readings[m"], ["bgvalue [m"], ["bgvalue[m"], ["messungen [m"], ["messungen[m"]]
        ),
        ForeignFile(
            program: "OneTouch Reveal",
            clues: [["item type,date and time,value"], ["item type", "blood glucose"]]
        ),
        ForeignFile(program: "CareLink", clues: [["bg reading (m"], ["new device time"], ["minimed"]]),
        ForeignFile(program: "SiDiary or xDrip+", clues: [["udt_cgms"], ["bg_level", "remark"]]),
    ]

    private static let pressures = [
        ForeignFile(
            program: "OMRON",
            clues: [
                ["systolic (mmhg)", "truread"], ["systolic (mmhg)", "symptoms"], ["measurement date", "sys(mmhg)"],
                ["unregelmäßiger herzschlag festgestellt"], ["irregular heartbeat detected", "systolic"],
            ]
        ),
        ForeignFile(program: "iHealth", clues: [["sys(mmhg)", "beats/min"]]),
        ForeignFile(
            program: "Beurer",
            clues: [["benutzerangaben", "ausgewählte kategorien"], ["healthmanager"], ["healthforyou"]]
        ),
    ]

    private static let activity = [
        ForeignFile(
            program: "Oura",
            clues: [["readiness score"], ["bedtime_start"], ["timestamp,bpm,source"]]
        ),
        ForeignFile(
            program: "Cronometer",
            clues: [["energy (kcal)", "carbs (g)"], ["energy (kcal)", "alcohol (g)"]]
        ),
        ForeignFile(
            program: "Apple Health's electrocardiograms",
            clues: [["classification,", "sample rate,"], ["hertz", "watch"]],
            advice: appleHealth
        ),
        ForeignFile(
            program: "an app that exports Apple Health as CSV",
            clues: [["type,sourcename,"], ["start,finish,"]],
            advice: appleHealth
        ),
        ForeignFile(
            program: "Health Auto Export in CSV",
            clues: [["date/time,", "("], ["(count/min)"], ["step count (count)"]],
            advice: "choose JSON as the app's export format"
        ),
        ForeignFile(
            program: "Fitbit's website",
            clues: [["date,calories burned,steps"], ["date,weight,bmi,fat"], ["start time,end time,minutes asleep"]],
            advice: takeout
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
        ForeignFile(program: "Strava", clues: [["activity id,activity date,activity name"]]),
        ForeignFile(program: "MyFitnessPal", clues: [["date,meal,calories"]]),
        ForeignFile(
            program: "WHOOP",
            clues: [["cycle start time", "recovery score"], ["cycle start time", "cycle timezone"]]
        ),
        ForeignFile(
            program: "Zepp Life",
            clues: [
                ["deepsleeptime"], ["date,lastsynctime"], ["date,steps,distance,rundistance"],
                ["time,weight,height,bmi,fatrate"], ["date,time,heartrate"],
            ]
        ),
        ForeignFile(program: "ViHealth", clues: [["oxygen level,pulse rate,motion"]]),
        ForeignFile(program: "Sleep Cycle", clues: [["start;end;sleep quality"]]),
        ForeignFile(program: "Sleep as Android", clues: [["id,tz,from,to,sched"]]),
    ]

    private static let unnamed = [
        ForeignFile(
            program: "another program with blood pressures",
            clues: [
                ["systolic", "diastolic"], ["systolisch", "diastolisch"], ["systole", "diastole"],
                ["systolique", "diastolique"], ["sistólica", "diastólica"], ["sistolica", "diastolica"],
                ["sistólica", "diastolica"], ["систол", "диастол"], ["最高血圧", "最低血圧"], ["收缩压", "舒张压"],
                ["sys(mmhg)"],
            ],
            advice: typing
        )
    ]

    /// The programs that write JSON.
    static let objects = [
        ForeignFile(program: "Oura", clues: [["bedtime_start:"], ["readiness_score_delta:"]]),
        ForeignFile(
            program: "Nightscout",
            clues: [
                ["sgv:", "datestring:"], ["sgv:", "direction:"], ["sgv:", "type:sgv"], ["eventtype:", "created_at:"],
            ]
        ),
        ForeignFile(
            program: "Tidepool",
            clues: [
                ["uploadid:", "deviceid:"], ["conversionoffset:", "devicetime:"], ["clockdriftoffset:", "devicetime:"],
            ]
        ),
        ForeignFile(program: "Dexcom", clues: [["recordtype:egv"], ["systemtime:", "displaytime:"]]),
        ForeignFile(program: "WHOOP", clues: [["recovery_score:"]]),
        ForeignFile(program: "Huawei Health", clues: [["samplepoints:"], ["sportbasicinfos:"]]),
        ForeignFile(
            program: "Polar",
            clues: [["exportversion:", "starttime:"], ["exportversion:", "date:"], ["exportversion:", "samples:"]]
        ),
        ForeignFile(
            program: "Garmin's account in JSON",
            clues: [["calendardate:", "userprofilepk:"], ["calendardate:", "sleepstarttimestampgmt:"]],
            advice: "import the whole archive; its FIT files are read"
        ),
        ForeignFile(
            program: "Fitbit's Web API",
            clues: [["{sleep:[{", "dateofsleep:"], ["{activities-"]],
            advice: takeout
        ),
    ]

    /// The programs that write XML.
    static let documents = [
        ForeignFile(
            program: "a single workout (TCX)",
            clues: [["<trainingcenterdatabase"]],
            advice: garmin
        ),
        ForeignFile(program: "Accu-Chek Smart Pix", clues: [["<acspix"]], advice: typing),
        ForeignFile(
            program: "the web (a page in HTML)",
            clues: [["<html"], ["<!doctype html"]],
            advice: "export again from the app"
        ),
    ]

    /// The programs with databases, by names of tables.
    static let databases = [
        ForeignFile(program: "xDrip+", clues: [["bgreadings"]]),
        ForeignFile(program: "Gadgetbridge", clues: [["_activity_sample"]]),
        ForeignFile(program: "openScale", clues: [["scalemeasurements"]]),
    ]

    private static let appleHealth = "import the Health app's own export.zip"
    private static let takeout = "import the Fitbit part of Google Takeout"
    private static let typing = "type its values on the page or with vitalbus record add"
    private static let garmin = "import the archive of your Garmin account (Export Your Data), or its FIT files"
}
