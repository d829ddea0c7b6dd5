internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Makes the sightings while the broker is unreachable, because the scanner's come over the bus.
///
/// A device without a memory, or one that only advertises its values, would lose what it measures meanwhile.
@ReaderIsolation struct OwnSightings: ReaderService {
    /// How long a device may be silent before it is lost, in seconds.
    private static let lostAfter: TimeInterval = 20
    /// How long to wait for a new connection, or for the broker's refusal of it.
    private static let grace = Duration.seconds(5)

    let foundation: ReaderFoundation
    let follower: SightingFollower

    /// Follows the radio and the cables whenever the broker is unreachable, until cancelled.
    func run() async {
        var following: Task<Void, Never>?
        for await state in client.bus.connectionStates() {
            if !Self.isNeeded(state) {
                following?.cancel()
                following = nil
            } else if following == nil {
                following = Task {
                    do { try await environment.clock.sleep(for: Self.grace) } catch { return }
                    await follow()
                }
            }
        }
        following?.cancel()
    }

    /// Whether the reader makes the sightings.
    ///
    /// Not if the broker refuses the hub: one that the site has revoked would take readings away from the site's others.
    nonisolated static func isNeeded(_ state: BusConnectionState) -> Bool { state.cause == .away }

    private func follow() async {
        let watch = OwnWatch(
            SightingMaker(
                hub: hub.rawValue,
                lostAfter: Self.lostAfter,
                radio: radio,
                catalogue: catalogue.catalogue
            ),
            follower: follower
        )
        let adverts = await radio.client.adverts()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in adverts where !Task.isCancelled { await watch.receive(event) } }
            group.addTask { await watch.lookUntilCancelled() }
        }
    }
}

/// The devices in sight of the reader itself.
@ReaderIsolation private final class OwnWatch {
    private var maker: SightingMaker
    private let follower: SightingFollower

    init(_ maker: SightingMaker, follower: SightingFollower) { (self.maker, self.follower) = (maker, follower) }

    private var environment: BusEnvironment { follower.environment }

    func receive(_ event: AdvertEvent) async {
        guard case .advert(let device, _) = event else { return }
        let found = maker.heard(device, episode: environment.now(), at: environment.steady())
        await carryOut(found?.actions ?? [])
    }

    /// Looks at the cables once a second, and for devices that fell silent.
    func lookUntilCancelled() async {
        while !Task.isCancelled {
            let (wall, now) = (environment.now(), environment.steady())
            let cables = follower.foundation.cables.meters
            await carryOut(maker.plugged(into: cables, episode: wall, at: now) + maker.book.tick(at: now))
            do { try await environment.clock.sleep(for: .seconds(1)) } catch { return }
        }
    }

    private func carryOut(_ actions: [SightingBook.Action]) async {
        for action in actions {
            switch action {
            case .sighted(let sighting): await follower.sighted(sighting)
            case .lost(let device): follower.lost(device.device)
            }
        }
    }
}
