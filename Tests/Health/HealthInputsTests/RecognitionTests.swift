import Archive
import HealthInputs
import Testing

@Suite struct RecognitionTests {
    @Test(arguments: [
        ("\u{FEFF}<?xml version=\"1.0\"?>\n" + AppleXML.all, HealthInputKind.appleHealth),
        (AppleXML.record(), .appleHealth),
        (#"{"data":{"metrics":[]}}"#, .healthAutoExport), (#" {"data":{}}"#, .healthAutoExport),
        (#"[{"dateTime":"01/02/26 08:00:00","value":"7"}]"#, .fitbit),
        ("\u{FEFF}com.samsung.shealth.step_daily_trend,7006011,6\n", .samsungHealth),
        ("Start time,End time,Move Minutes count\n", .takeoutFit),
        (#"{"Data Source":"derived:com.google.weight:x:y","Data Points":[]}"#, .takeoutFit),
        ("timestamp,steps,data source\n2026-03-25T08:00:00Z,10,Charge 6\n", .fitbit),
        ("SQLite format 3\0…", .healthConnect),
        ("\u{0E}\u{10}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}.FIT", .fit),
    ])
    func contentTells(text: String, kind: HealthInputKind) throws {
        #expect(try HealthInput(BytesInMemory(Array(text.utf8))).kind == kind)
    }

    @Test(arguments: [
        ("", HealthInputsError.Code.unknownInput, "empty"), (" \n", .unknownInput, "spaces"),
        ("<?xml version=\"1.0\"?><ClinicalDocument/>", .unsupportedInput, "export_cda.xml"),
        ("<gpx version=\"1.1\"/>", .unknownInput, "GPX"), ("<svg/>", .unknownInput, "XML without"),
        (#"{"resourceType":"Observation"}"#, .unsupportedInput, "FHIR"), ("[1]", .unknownInput, "JSON"),
        ("<Bundle xmlns=\"http://hl7.org/fhir\"/>", .unsupportedInput, "FHIR"),
        ("bplist00x", .unknownInput, "property list"),
        ("Salted__12345678", .encrypted, "OpenSSL"), ("Rar!\u{1A}", .unknownInput, "RAR"),
        ("hello", .unknownInput, "not XML"), (#"{"data":[{"id":1}]}"#, .unknownInput, "JSON"),
        (#"{"data":[{"bedtime_start":"2026-03-25T22:00:00+01:00","type":"long_sleep"}]}"#, .unsupportedInput, "Oura"),
        ("date,Sleep Score,Readiness Score\n2026-03-25,80,81\n", .unsupportedInput, "Oura"),
        ("Date,Energy (kcal),Alcohol (g),Carbs (g)\n2026-03-25,1900,0,210\n", .unsupportedInput, "Cronometer"),
    ])
    func whatIsRefusedIsNamed(text: String, code: HealthInputsError.Code, word: String) {
        let error = #expect(throws: HealthInputsError.self) { try HealthInput(BytesInMemory(Array(text.utf8))) }
        #expect(error?.code == code)
        #expect(error?.message.contains(word) == true)
    }

    @Test(
        "a file of another program is refused with its name and the way out",
        arguments: [
            ("Date/Time,Active Energy (kJ)\n2026-03-25 11:31:00,8\n", "Health Auto Export in CSV", "JSON"),
            ("sep=,\ntype,sourceName,sourceVersion,startDate\nHK,x,1,2026\n", "Apple Health as CSV", "export.zip"),
            ("Body\nDate,Weight,BMI,Fat\n\"2026-03-25\",\"70.1\"\n", "Fitbit", "Google Takeout"),
            ("Quell-App,Datum,Zeit,Systolisch\nx,2026.03.25 07:00:00,07:00,120\n", "Health Sync", "export"),
            ("Date,\"Weight (kg)\",\"Fat mass (kg)\"\n\"2026-03-25\",70.1,\n", "Withings", "Health Connect"),
            ("Date,\"Heart rate\",Systolic,Diastolic\n\"2026-03-25\",60,120,80\n", "Withings", "Apple Health"),
            ("Date,Time,Systolic (mmHg),Symptoms\nMar 25 2026,07:00,120,-\n", "OMRON", "app"),
            ("Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Glucose Value (mg/dL)\n1,,First,\n", "Dexcom", "app"),
            ("Glucose Data,x\nDevice,Serial Number,Device Timestamp,Historic Glucose mg/dL\n", "LibreView", "app"),
            ("Time,Weight,Change,BMI,Body Fat,\n\" Mar 25, 2026\",\n7:00 AM,80.0 kg,\n", "Garmin Connect", "FIT"),
            (#"[{"_id":"1","sgv":120,"dateString":"2026-03-25T07:00:00Z"}]"#, "Nightscout", "app"),
            ("Datum,\"Gewicht (kg)\",\"Fettmasse (kg)\"\n\"2026-03-25\",70.1,\n", "Withings", "Health Connect"),
            ("start,duration,value\n2026-03-25T07:00:00+01:00,[60],[62]\n", "Withings", "app"),
            ("Index;Zeitstempel (JJJJ-MM-TTThh:mm:ss);Ereignistyp\n1;;Vorname\n", "Dexcom", "app"),
            ("Glukose-Werte,x\nGerät,Seriennummer,Gerätezeitstempel,Glukosewert-Verlauf mg/dL\n", "LibreView", "app"),
            (
                "Données de glycémie,x\nAppareil,Numéro de série\nFreeStyle LibreLink,A,25-03-2026 07:00\n",
                "LibreView", "app"
            ),
            ("Date,Time,Tags,Blood Sugar Measurement (mg/dL)\n\"Mar 25, 2026\",7:00:00 AM,,121\n", "mySugr", "app"),
            ("\u{FEFF}#,Datum und Zeit,Messungen [mg/dL]\n1,25.03.26 07:00,121\n", "Contour", "app"),
            ("Item Type,Date and Time,Value,Unit\nBlood Glucose Reading,x,121,mg/dL\n", "OneTouch Reveal", "app"),
            (
                "Name;X\n\n-------;Pump\nIndex;Date;Time;New Device Time;BG Reading (mg/dL)\n0;2026/03/25;07:00;;121\n",
                "CareLink", "app"
            ),
            ("DAY;TIME;UDT_CGMS;BG_LEVEL\n25.03.2026;07:00;121;\n", "xDrip", "app"),
            ("Date,Time,SYS(mmHg),DIA(mmHg),Pulse(Beats/Min)\n2026-03-25,07:00,121,80,62\n", "iHealth", "app"),
            (
                "Benutzerangaben\n\nVorname;X\n\nAusgewählte Kategorien\n\nBLUTDRUCK\nDatum;Uhrzeit;Sys;Dia\n",
                "Beurer", "app"
            ),
            (
                "Fecha,Hora,Sistólica (mmHg),Diastólica (mmHg)\n25/03/2026,07:00,121,80\n", "blood pressures",
                "record add"
            ),
            ("time,weight,height,bmi,fatRate\n2026-03-25 06:00:00+0000,70,180,21,20\n", "Zepp Life", "app"),
            ("Time of Measurement, Weight(kg),BMI\n\"2026.03.25 07:00:00\",70.5,21.8\n", "RENPHO", "app"),
            ("Name,X\nClassification,Sinus Rhythm\nSample Rate,512 hertz\n", "electrocardiogram", "export.zip"),
            (
                "Start,Finish,Steps (count)\n25-Mar-2026 00:00,26-Mar-2026 00:00,8000\n", "Apple Health as CSV",
                "export.zip"
            ),
            (#"[{"mills":1774422000000,"sgv":121,"direction":"Flat"}]"#, "Nightscout", "app"),
            (#"[{"timeZone":"+0100","samplePoints":[{"key":"DATA_POINT_DYNAMIC_HEARTRATE"}]}]"#, "Huawei", "app"),
            (#"{"exportVersion":"1.6","startTime":"2026-03-25T07:00:00.000"}"#, "Polar", "app"),
            ("<?xml version=\"1.0\"?><TrainingCenterDatabase/>", "TCX", "FIT"),
            ("<!DOCTYPE html><html></html>", "HTML", "app"),
            (#"{"sleep":[{"dateOfSleep":"2026-03-25","logId":1}]}"#, "Web API", "Google Takeout"),
            ("Datum;Uhrzeit;Systole;Diastole;Puls\n25.03.2026;07:00;120;80;60\n", "blood pressures", "record add"),
            ("Datos,x\nDispositivo,Sello de tiempo,Historial de glucosa mg/dL\nX,,105\n", "LibreView", "app"),
            ("Données,x\nAppareil,Historique de la glycémie mg/dL\nX,105\n", "LibreView", "app"),
            ("Nom,x\nHorodatage,Valeur du glucose (mmol/L)\n2026-03-25 07:00,5.8\n", "Glooko", "app"),
            ("Messdatum,Gewicht(kg),BMI,Subkutanes Fett(%)\n25.03.2026,70.5,21.8,12\n", "RENPHO", "app"),
            (
                "Start;End;Sleep quality;Time in bed\n2026-03-24 23:00:00;2026-03-25 07:00:00;75%;8:00\n",
                "Sleep Cycle", "app"
            ),
        ]
    )
    func foreign(text: String, program: String, advice: String) {
        let error = #expect(throws: HealthInputsError.self) { try HealthInput(BytesInMemory(Array(text.utf8))) }
        #expect(error?.code == .unsupportedInput)
        #expect(error?.message.contains(program) == true && error?.message.contains(advice) == true)
    }

    @Test("a table that a person typed or saved, and text in UTF-16, have their way out")
    func typed() {
        let table = #expect(throws: HealthInputsError.self) {
            try HealthInput(BytesInMemory(Array("Datum;Blutzucker\n25.03.2026;5,6\n".utf8)))
        }
        #expect(table?.code == .unknownInput && table?.message.contains("record add") == true)
        let wide: [UInt8] = [0xFF, 0xFE] + "Date,Weight\n".utf8.flatMap { [$0, 0] }
        let text = #expect(throws: HealthInputsError.self) { try HealthInput(BytesInMemory(wide)) }
        #expect(text?.message.contains("UTF-8") == true)
        let omron: [UInt8] = [0xFE, 0xFF] + "Date,Systolic (mmHg),Symptoms\n".utf8.flatMap { [0, $0] }
        let named = #expect(throws: HealthInputsError.self) { try HealthInput(BytesInMemory(omron)) }
        #expect(named?.message.contains("OMRON") == true)
        let saved = #expect(throws: HealthInputsError.self) {
            try HealthInput(BytesInMemory(Array("com.samsung.health.weight;6313024;7\nweight;start_time\n".utf8)))
        }
        #expect(saved?.message.contains("semicolons") == true)
    }

    @Test("the document type alone may be longer than the first bytes that are read")
    func longHead() throws {
        let text = "<?xml version=\"1.0\"?>\n<!-- " + String(repeating: "x", count: 50_000) + " -->" + AppleXML.all
        #expect(try HealthInput(BytesInMemory(Array(text.utf8))).kind == .appleHealth)
    }
}
