/// The scripts of the simulated devices and the simulated server.
package enum LineScenario {
    /// The readings of a fixed run, systolic, diastolic and pulse; all differ, so that each can be identified.
    package static let readings: [(standard: (Int, Int, Int), beurer: (Int, Int, Int))] = [
        ((121, 81, 61), (131, 91, 71)), ((122, 82, 62), (132, 92, 72)), ((123, 83, 63), (133, 93, 73)),
        ((124, 84, 64), (134, 94, 74)), ((125, 85, 65), (135, 95, 75)),
    ]

    /// The `timing` of a scenario in which radio and devices are fast.
    package static let quick = #"""
        {"scanGap": 0, "connect": 0.05, "disconnect": 0.1, "discoverServices": 0.1, "cachedServices": 0.05, "gatt": 0.01}
        """#

    /// The addresses of the two cuffs.
    package static let addresses = ["F0:0D:00:00:00:01", "F0:0D:00:00:00:02"]

    /// The scenario of the Bluetooth simulator: a standard cuff and one with the quirks of a Beurer BM85.
    package static func devices(isOnce: Bool, count: Int = readings.count) -> String {
        """
        { "seed": 7, "timing": { "scanGap": 0, "connect": 0.05, "disconnect": 0.2 }, "devices": [
          { "address": "\(addresses[0])", "name": "VirtualBP", "battery": 90, "idleSeconds": 1,
            "measurements": [\(measurements(isOnce, count: count, first: 1) { $0.standard })] },
          { "address": "\(addresses[1])", "name": "BM85", "quirks": ["beurerBM85"], "idleSeconds": 1,
            "measurements": [\(measurements(isOnce, count: count, first: 2) { $0.beurer })] }
        ] }
        """
    }

    /// The scenario of one hub among several, with a cuff whose readings differ from all other hubs'.
    package static func cuff(_ address: String, number: Int, count: Int) -> String {
        let readings = (0..<count).map { index in
            #"{"atSeconds":\#(Double(index) * 1.5 + 1),"systolic":\#(110 + number),"diastolic":\#(70 + index),"pulse":\#(60 + index)}"#
        }
        return """
            { "seed": \(number), "timing": \(quick), "devices": [
              { "address": "\(address)", "name": "VirtualBP", "idleSeconds": 1, "measurements": [\(readings.joined(separator: ","))] }
            ] }
            """
    }

    private static func measurements(
        _ isOnce: Bool,
        count: Int,
        first: Int,
        _ pick: ((standard: (Int, Int, Int), beurer: (Int, Int, Int))) -> (Int, Int, Int)
    ) -> String {
        guard isOnce else { return #"{ "atSeconds": \#(first * 2), "everySeconds": 6, "count": 10000 }"# }
        return readings.prefix(count).enumerated().map { index, reading in
            let (systolic, diastolic, pulse) = pick(reading)
            // Some are taken during a link, others between two, which wait until the reader rearms.
            let at = Double(first) * 0.5 + Double(index) * 1.5
            return #"{"atSeconds":\#(at),"systolic":\#(systolic),"diastolic":\#(diastolic),"pulse":\#(pulse)}"#
        }.joined(separator: ",")
    }

    /// The number of readings in a fixed run.
    package static var readingCount: Int { readings.count * 2 }

    /// The faults of the server: two refusals, and a reset after it accepted the record.
    package static let faults = """
        [ { "kind": "status", "status": 503, "method": "POST", "count": 2, "skip": 1, "retryAfter": "1" },
          { "kind": "resetAfter", "method": "POST", "count": 1, "skip": 3 } ]
        """
}

/// A person known to the simulated server.
package struct LinePerson: Sendable, Hashable {
    /// The seat at which the person is measured.
    package let seat: String
    /// The ID of the person at the server.
    package let user: String
    /// The access token, known to the simulated server alone.
    package let token: String

    /// Creates a person at a seat.
    package init(seat: String, user: String, token: String) {
        self.seat = seat
        self.user = user
        self.token = token
    }
}
