internal import SeededRandom

/// The person of the export: names as phones in several languages write them.
struct Person {
    /// The priority of a source; among equal data the first one counts.
    enum Source: Int, CaseIterable {
        case watch
        case phone
        case app
        case scale
        case cuff
        case sleepApp
        case typed
    }

    let locale: String
    let sources: [SourceApp]
    let birthday: String

    private static let names: [(locale: String, watch: String, phone: String, app: String)] = [
        ("en_US", "Maria’s Apple\u{A0}Watch", "Maria’s iPhone", "Steps & More"),
        ("de_DE", "Apple\u{A0}Watch von Jürgen", "iPhone von Jürgen", "Lauf 🏃‍♀️ App"),
        ("fr_FR", "Apple\u{A0}Watch de Zoé", "iPhone de Zoé", "Pas \"à pas\""),
        ("zh_CN", "小明的Apple\u{A0}Watch", "小明的iPhone", "步数 <健康>"),
        ("pt_BR", "Apple\u{A0}Watch do João 👨‍👩‍👧", "iPhone do João", "D'água e passos"),
    ]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed, stream: 0x9E45_0000)
        let names = Self.names.randomElement(using: &random) ?? Self.names[0]
        locale = names.locale
        let year = Int.random(in: 1_940...2_004, using: &random)
        birthday = "\(year)-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 0...9, using: &random))"
        sources = [
            SourceApp(name: names.watch, version: "11.3.1", device: ("Apple Watch", "Watch", "Watch6,2")),
            SourceApp(name: names.phone, version: "18.3.2", device: ("iPhone", "iPhone", "iPhone14,5")),
            SourceApp(name: names.app, version: "4.2", device: nil),
            SourceApp(name: "Scale <Body+>", version: "5.1", device: ("Body+", "WBS05", "1")),
            SourceApp(name: "Cuff & Co", version: "2.0.7", device: nil),
            SourceApp(name: "Sleep\u{202F}Cycle", version: "7", device: nil),
            SourceApp(name: "Health", version: "18.3.2", device: nil),
        ]
    }

    func source(_ source: Source) -> SourceApp { sources[source.rawValue] }
}
