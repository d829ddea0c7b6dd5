/// The faults of the server under torture: every kind that leaves a destination in use.
///
/// Answers that pause a destination for half a minute (captive portals, foreign bodies) would only make a run longer.
enum ServerFaults {
    /// The fault plan as JSON.
    ///
    /// - Parameter seed: Decides which requests are hit.
    static func json(seed: UInt64) -> String {
        let faults = [
            #""kind":"resetAfter","method":"POST","probability":0.02"#,
            #""kind":"resetBefore","method":"POST","probability":0.02"#,
            #""kind":"halfAnswer","method":"POST","probability":0.01"#,
            #""kind":"stallAfter","method":"POST","probability":0.01,"milliseconds":1500"#,
            #""kind":"stallAfter","method":"POST","probability":0.05,"milliseconds":300"#,
            #""kind":"status","status":503,"method":"POST","probability":0.02"#,
            #""kind":"status","status":503,"accepts":true,"method":"POST","probability":0.01"#,
            #""kind":"status","status":429,"retryAfter":"1","method":"POST","probability":0.01"#,
            #""kind":"status","status":500,"method":"GET","probability":0.05"#,
        ]
        let seeded = faults.enumerated().map { index, fault in
            "{\(fault),\"seed\":\((seed &+ UInt64(index)) % 1_000_000_007)}"
        }
        return "[\(seeded.joined(separator: ","))]"
    }
}
