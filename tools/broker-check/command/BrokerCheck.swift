import BrokerContract
import BusEndpoints
import Foundation

/// Tries a broker against the numbered sentences of what VitalBus asks of one, and prints one line of JSON for each.
@main
enum BrokerCheck {
    private struct Line: Encodable {
        let number: String
        let words: String
        let need: String
        let verdict: String
        let why: String?
    }

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func take(_ name: String, default value: String) -> String {
            guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return value }
            defer { arguments.removeSubrange(index...index + 1) }
            return arguments[index + 1]
        }
        let (host, port) = (take("--host", default: "127.0.0.1"), Int(take("--port", default: "1883")) ?? 1883)
        let writer = BrokerBench.Account(
            take("--writer", default: "writer"),
            password: take("--writer-password", default: "secret one")
        )
        let reader = BrokerBench.Account(
            take("--reader", default: "reader"),
            password: take("--reader-password", default: "secret two")
        )
        let only = take("--only", default: "")
        guard arguments.isEmpty else {
            print(
                "usage: broker-check [--host H] [--port P] [--writer NAME] [--writer-password PW] [--reader …] [--only VB-001]"
            )
            exit(64)
        }
        let bench = BrokerBench(.tcp(host: host, port: port), writer: writer, reader: reader)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for assertion in BrokerAssertion.all where only.isEmpty || only == assertion.number {
            let (verdict, why): (String, String?) =
                switch await assertion.verdict(at: bench) {
                case .holds: ("holds", nil)
                case .fails(let why): ("fails", why)
                case .skipped(let why): ("skipped", why)
                }
            let line = Line(
                number: assertion.number,
                words: assertion.words,
                need: assertion.need.rawValue,
                verdict: verdict,
                why: why
            )
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }
}
