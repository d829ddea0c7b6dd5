import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing

@testable import SessionManagerActor

@Suite("the retention service") struct RetentionServiceTests {
    private func service(of site: ServiceSite, isClockKept: Bool) -> RetentionService {
        RetentionService(
            store: site.store,
            environment: site.environment,
            clock: site.time,
            logger: site.logger,
            signals: CommitSignals(),
            retention: QueueRetention(),
            isClockKept: { isClockKept }
        )
    }

    @Test("the time of a trusted clock is stored")
    func trusted() async throws {
        let site = try await ServiceSite()
        let service = service(of: site, isClockKept: true)
        try await service.begin(newest: nil)
        let running = Task { await service.run() }
        try await eventually("it is remembered") { try await site.store.setting(RetentionService.trustedTime) != nil }
        running.cancel()
        await running.value
        #expect(service.problem == nil)
        #expect(service.deleted == 0)
    }

    @Test("an unsynchronised clock far ahead of the trusted time deletes nothing and reports it")
    func doubted() async throws {
        let site = try await ServiceSite()
        let service = service(of: site, isClockKept: false)
        try await service.begin(newest: site.time.date.addingTimeInterval(-30 * 86_400))
        let running = Task { await service.run() }
        try await eventually("it says so") { service.problem?.code == "retentionWaits" }
        running.cancel()
        await running.value
        #expect(site.log.all.contains { $0.contains("old data is not deleted") })
        #expect(try await site.store.setting(RetentionService.trustedTime) == nil)
    }
}
