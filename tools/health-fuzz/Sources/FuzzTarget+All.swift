internal import Archive
internal import HealthInputs

extension FuzzTarget {
    /// The targets by the name of their format; a format more is a line more.
    package static let formats: [String: [FuzzTarget]] = [
        "json": [autoExport, fitbit, takeoutSessions],
        "csv": [samsung, takeoutTables],
        "fit": [fit],
        "xml": [apple],
        "zip": [zip],
    ]

    /// Health Auto Export.
    package static let autoExport = FuzzTarget("auto-export", seeds: FuzzSeeds.autoExport) { bytes, block, sink in
        var reader = AutoExportReader()
        return try reader.read({ source(bytes, block) }, into: &sink)
    }

    /// Fitbit.
    package static let fitbit = FuzzTarget("fitbit", seeds: FuzzSeeds.fitbit) { bytes, block, sink in
        var reader = FitbitReader(clock: .utc)
        return try reader.read(source(bytes, block), named: "steps-2026-03-25.json", into: &sink)
    }

    /// Google Fit's sessions.
    package static let takeoutSessions = takeout("google-fit-sessions", FuzzSeeds.takeoutSessions)

    /// Google Fit's tables.
    package static let takeoutTables = takeout("google-fit-tables", FuzzSeeds.takeoutTables)

    /// Samsung Health.
    package static let samsung = FuzzTarget("samsung-health", seeds: FuzzSeeds.samsung) { bytes, block, sink in
        var reader = SamsungHealthReader()
        return try reader.read(source(bytes, block), into: &sink)
    }

    /// FIT.
    package static let fit = FuzzTarget("fit", seeds: FuzzSeeds.fit) { bytes, block, sink in
        var reader = FITReader()
        let report = try reader.read({ source(bytes, block) }, into: &sink)
        reader.finish(into: &sink)
        return report
    }

    /// Apple's export.
    package static let apple = FuzzTarget("apple-export", seeds: FuzzSeeds.apple) { bytes, block, sink in
        var source = source(bytes, block)
        return try AppleExportReader(salt: [1]).read(&source, into: &sink)
    }

    /// Archives of any of them.
    package static let zip = FuzzTarget("zip", seeds: FuzzSeeds.zip) { bytes, _, sink in
        try HealthInput(BytesInMemory(bytes)).read(into: &sink, salt: [1])
    }

    private static func takeout(_ name: String, _ seeds: [[UInt8]]) -> FuzzTarget {
        FuzzTarget(name, seeds: seeds) { bytes, block, sink in
            var reader = TakeoutFitReader(days: [], clock: .utc)
            return try reader.read(source(bytes, block), named: "2026-03-25.csv", into: &sink)
        }
    }
}
