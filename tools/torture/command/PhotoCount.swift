import SimulatedHub
import TortureGround

/// Compares the photos that were confirmed with what the server has of them; pure.
///
/// A photo is known by the values that a person gave it: neither keys nor times of the system have a say.
struct PhotoCount: Sendable {
    /// Keys of readings that came of photos begin so.
    private static let keyPrefix = "rnd1-"

    private let taken: [TakenPhoto]

    init(_ taken: [TakenPhoto]) { self.taken = taken }

    /// Adds what became of the photos.
    func judge(_ journal: ServerJournal, _ kept: Kept, _ result: inout RoundResult) {
        let user = Ward.person(Ward.photographed).user
        let mine = journal.pressures.filter { $0.key.user == user }
        let found = Dictionary(grouping: mine, by: \.value).mapValues { $0.map(\.key) }
        result.photos += taken.count
        for photo in taken {
            let there = found[photo.pressure] ?? []
            if there.isEmpty || photo.confirmedAt == nil { result.photosLost += 1 }
            result.photosDoubled += max(0, there.count - 1)
            let images = there.reduce(0) { $0 + (journal.images[$1] ?? 0) }
            if !there.isEmpty, images == 0 { result.imagesLost += 1 }
            result.imagesDoubled += max(0, images - 1)
        }
        let known = Set(taken.map(\.pressure))
        result.misbooked += found.lazy.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.value.count }
        result.photosDoubled += kept.held.count { $0.hasPrefix(Self.keyPrefix) }
    }
}
