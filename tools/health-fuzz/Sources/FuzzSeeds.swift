/// Small inputs of every format that are read without damage.
package enum FuzzSeeds {
    /// Health Auto Export: both versions, every shape, parts in any order.
    package static let autoExport: [[UInt8]] = bytes([
        """
        {"data":{"metrics":[{"name":"step_count","units":"count","data":[
        {"qty":278,"date":"2026-03-25 07:00:00 +0100","source":"Kim’s Apple\u{A0}Watch|Kim’s iPhone"},
        {"qty":67.5,"date":"2026-03-25 07:15:00 +0100","source":"Kim’s Apple\u{A0}Watch|Kim’s iPhone"}]},
        {"data":[{"Max":70,"Avg":63.25,"Min":60,"date":"2026-03-25 07:00:00 +0100"}],"units":"bpm","name":"heart_rate"},
        {"name":"blood_pressure","units":"mmHg","data":[
        {"date":"2026-03-25 07:13:20 +0100","systolic":118,"diastolic":76}]},
        {"name":"blood_glucose","units":"mmol/L","data":[
        {"date":"2026-03-25 07:30:00 +0100","qty":5.1,"mealTime":"Before Meal"}]},
        {"name":"blood_oxygen_saturation","units":"%","data":[{"date":"2026-03-25 07:30:00 +0100","qty":97}]},
        {"name":"sleep_analysis","units":"hr","data":[{"startDate":"2026-03-24 22:44:56 +0100",
        "endDate":"2026-03-24 23:15:56 +0100","qty":0.5166666666666667,"value":"REM","source":"Watch"}]},
        {"name":"basal_body_temperature","units":"degC","data":null}]}}
        """,
        """
        {"data":{"metrics":[{"units":"count","name":"Step Count","data":[
        {"qty":9982,"date":"2026-03-25 12:00:00\\u202fAM +0100"},{"qty":9313,"date":"2026-03-26 12:00:00 AM +0100"}]},
        {"name":"sleep_analysis","units":"hr","data":[{"date":"2021-12-18 09:03:36 +0800","asleep":6.108333333333333,
        "sleepStart":"2021-12-18 02:21:06 +0800","sleepEnd":"2021-12-18 08:57:06 +0800","sleepSource":"Watch",
        "inBed":6.809728874299261,"inBedStart":"2021-12-18 02:12:50 +0800","inBedEnd":"2021-12-18 09:04:45 +0800",
        "inBedSource":"iPhone"}]},{"name":"mindful_minutes","units":"min","data":[
        {"qty":10,"date":"2026-03-25 08:00:00 +0100"}]},{"name":"apple_stand_hour","units":"count","data":[
        {"qty":1,"date":"2026-03-25 08:00:00 +0100"}]}],"workouts":[{"name":"Outdoor Run","start":"2026-03-25 17:01:27 +0100",
        "end":"2026-03-25 17:55:27 +0100","duration":3240.0,"activeEnergyBurned":{"qty":411,"units":"kcal"},
        "distance":{"qty":4.324,"units":"km"},"heartRateData":[{"date":"2026-03-25 17:01:27 +0100","Min":130,"Avg":140,
        "Max":150,"units":"count/min"},{"Min":131,"Avg":141,"Max":152}],"route":[{"lat":1.5,"lon":-2e-3}],
        "heartRateRecovery":null,"metadata":{}}],"stateOfMind":[{"id":1}]},"workouts":[]}
        """,
    ])

    /// Fitbit: each kind of file.
    package static let fitbit: [[UInt8]] = bytes([
        """
        [{"dateTime":"03/25/26 06:00:00","value":"278"},{"dateTime":"03/25/26 06:15:00","value":"67"}]
        """,
        """
        [{"dateTime":"03/24/26 23:00:00","value":{"bpm":63,"confidence":2}},
        {"dateTime":"03/25/26 00:00:00","value":{"date":"03/25/26","value":58.2,"error":6.7}}]
        """,
        """
        [{"logId":4e10,"dateOfSleep":"2026-03-25","startTime":"2026-03-24T22:44:56.000",
        "endTime":"2026-03-25T06:11:56.000","duration":26820000,"minutesAsleep":425,"levels":{"summary":{},"data":[
        {"dateTime":"2026-03-24T22:44:56.000","level":"rem","seconds":1860},
        {"dateTime":"2026-03-24T23:15:56.000","level":"wake","seconds":60}],"shortData":[]}}]
        """,
        """
        [{"logId":0,"weight":155.9,"bmi":23.1,"fat":21.5,"date":"03/25/26","time":"07:00:00","source":"API"},
        {"logId":1,"activityName":"Run","averageHeartRate":140,"calories":300,"duration":1800000,
        "activeDuration":1700000,"startTime":"03/25/26 17:00:00","distance":5.1,"distanceUnit":"Kilometer"}]
        """,
    ])

    /// Google Fit: a workout and a night.
    package static let takeoutSessions: [[UInt8]] = bytes([
        """
        {"fitnessActivity":"running","startTime":"2026-03-25T16:01:27.000Z","endTime":"2026-03-25T16:55:27.000Z",
        "duration":"3240s","aggregate":[{"metricName":"com.google.calories.expended","floatValue":411},
        {"metricName":"com.google.distance.delta","floatValue":4324.0}]}
        """,
        """
        {"fitnessActivity":"sleep","startTime":"2026-03-24T22:00:00.000Z","endTime":"2026-03-25T05:00:00.000Z",
        "segment":[{"fitnessActivity":"sleep.deep","startTime":"2026-03-24T22:00:00Z","endTime":"2026-03-24T23:00:00Z"}]}
        """,
    ])

    /// Google Fit: all days, and one.
    package static let takeoutTables: [[UInt8]] = bytes([
        """
        Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg),Max weight (kg)
        2026-03-25,40,1900.00,6987.40,9982,70.7,70.9
        2026-03-26,,,,9313,,\n
        """,
        """
        Start time,End time,Move Minutes count,Step count
        07:00:00.000+01:00,07:15:00.000+01:00,5,278
        23:45:00.000+01:00,00:00:00.000+01:00,,67\n
        """,
    ])

    /// Samsung Health: days, samples, nights, pairs and workouts.
    package static let samsung: [[UInt8]] = bytes([
        """
        \u{FEFF}com.samsung.shealth.step_daily_trend,7006011,6
        binning_data,source_type,count,distance,day_time,datauuid
        ,-2,9982,5000,1774396800000,a,
        "x,""y"" z",0,4991,2500,1774396800000,b,
        ,0,9313,4000.5,1774483200000,c,\n
        """,
        """
        com.samsung.shealth.tracker.heart_rate,7006011,9
        com.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.time_offset,com.samsung.health.heart_rate.heart_rate
        2026-03-24 23:00:00.000,UTC+0100,63.0,
        2026-03-25 23:05:00.000,UTC+0200,72.0,\n
        """,
        """
        com.samsung.shealth.sleep,7006011,11
        sleep_duration,com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time,time_offset
        447,2026-03-24 21:44:56.000,2026-03-25 05:11:56.000,UTC+0100,\n
        """,
        """
        com.samsung.shealth.exercise,7006011,11\r
        com.samsung.health.exercise.start_time,end_time,exercise_type,duration,distance,calorie,mean_heart_rate\r
        2026-03-25 16:01:27.000,2026-03-25 16:55:27.000,1002,3240000,4324.0,411,140,\r\n
        """,
        """
        com.samsung.shealth.blood_pressure,7006011,11
        com.samsung.health.blood_pressure.start_time,systolic,diastolic,time_offset
        2026-03-25 16:01:27.000,118,76,UTC-0330,\n
        """,
    ])

    /// Apple's export.
    package static let apple: [[UInt8]] = bytes([
        """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE HealthData [<!ELEMENT HealthData (Record*)>]>
        <HealthData locale="en_US"><ExportDate value="2026-03-25 08:00:00 +0100"/><Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01"/>
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Kim&apos;s" unit="count" startDate="2026-03-25 08:00:00 +0100" endDate="2026-03-25 08:01:00 +0100" value="12"/>
        <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" startDate="2026-03-25 01:00:00 +0100" endDate="2026-03-25 02:01:00 +0100" value="HKCategoryValueSleepAnalysisAsleepREM"><MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Record>
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="W" startDate="2026-03-25 08:00:00 +0100" endDate="2026-03-25 08:31:00 +0100"><WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2026-03-25 08:00:00 +0100" endDate="2026-03-25 08:31:00 +0100" average="140" unit="count/min"/></Workout>
        </HealthData>
        """
    ])

    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
