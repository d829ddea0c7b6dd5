import DeviceCodecs
import Foundation
import LoadFacts

/// The catalogue's matcher and the advert decoders on one core, against TheengsDecoder with the same adverts.
struct AdvertFigure {
    private struct Round {
        let own: TheengsPeer.Rate
        var peer: TheengsPeer.Rate?
    }

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures both in turns, and then a hub among fifty devices.
    func measure() async throws -> [FigureLine] {
        var peer: TheengsPeer?
        do {
            peer = try await TheengsPeer.install()
        } catch {
            FileHandle.standardError.line("skipped: adverts.theengs: \(error)")
        }
        var rounds: [Round] = []
        for _ in 0..<effort.pick(5, quick: 1) {
            let seconds = effort.pick(2.0, quick: 0.2)
            rounds.append(Round(own: try own(seconds), peer: try await peer?.rate(seconds)))
        }
        var lines = try await CrowdFigure(effort).measure(details: [
            "matchedAndDecodedPerSecond": Statistics.median(rounds.map(\.own.perSecond)),
            "skippedPeers": peer == nil ? 1 : 0,
        ])
        if let line = line(rounds) { lines.insert(line, at: 0) }
        return lines
    }

    /// Adverts a second of this process's processor time.
    private func own(_ seconds: Double) throws -> TheengsPeer.Rate {
        let catalogue = PeripheralCatalogue.standard
        let start = try ProcessFacts(getpid()).processorSeconds
        var (count, read, used) = (0, 0, 0.0)
        while used < seconds {
            for _ in 0..<100 { read += AdvertSample.all.count { $0.isRead(by: catalogue) } }
            count += 100 * AdvertSample.all.count
            used = try ProcessFacts(getpid()).processorSeconds - start
        }
        return TheengsPeer.Rate(perSecond: Double(count) / used, read: Double(read) / Double(count))
    }

    private func line(_ rounds: [Round]) -> FigureLine? {
        let peers = rounds.compactMap(\.peer)
        guard !peers.isEmpty else { return nil }
        let adverts = Double(AdvertSample.all.count)
        return FigureLine(
            "adverts.theengs",
            unit: "adverts/s of processor time",
            values: rounds.map(\.own.perSecond),
            limits: peers.map(\.perSecond),
            limitIs: "peer: \(TheengsPeer.package) from PyPI, which takes JSON and returns JSON",
            goal: .atLeast(10),
            details: [
                "adverts": adverts, "read": Statistics.median(rounds.map(\.own.read)) * adverts,
                "readByPeer": Statistics.median(peers.map(\.read)) * adverts,
            ]
        )
    }
}
