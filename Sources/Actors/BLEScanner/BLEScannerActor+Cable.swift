internal import ActorRuntime
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess

extension BLEScannerActor {
    /// Reports the meters on USB cables once a second until cancelled, as it reports devices that advertise.
    ///
    /// It reads the kernel's list only; the device reader opens the meter.
    func watchCables() async {
        while !Task.isCancelled {
            let (wall, now) = (context.environment.now(), context.environment.steady())
            await carryOut(sightings.plugged(into: cables, episode: wall, at: now))
            await carryOut(sightings.book.tick(at: now))
            do { try await context.environment.clock.sleep(for: .seconds(1)) } catch { return }
        }
    }
}
