internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import VitalRecords

/// Reports the session manager's health: its store, its queue, its clock, and destinations without an uploader.
struct ManagerHealth: ManagerService {
    let parts: ServiceParts
    let retention: RetentionService
    let dispatcher: GrantDispatcher

    /// The present facts.
    func facts() async -> HealthFacts {
        let state = await store.health
        var facts = HealthFacts()
        facts.counters = ["deleted": retention.deleted, "clockSteps": wallClock.steps]
        let unreadable = await dispatcher.desk.unreadableRows + self.unreadable.count + state.unreadableRows
        if unreadable > 0 { facts.counters["unreadableRows"] = Int64(unreadable) }
        do {
            let depths = try await store.delivery.depths()
            facts.queueDepths = [
                "pending": depths.pendingLive + depths.pendingHistory, "leased": depths.leased, "held": depths.held,
                "rejected": depths.rejected, "unpublished": depths.unpublished, "images": depths.images,
            ]
            facts.oldestAgeSeconds = depths.oldest.map {
                max(0, Int(clamping: environment.now().timeIntervalSince($0)))
            }
        } catch {
            facts.problems.append(WireFault(code: "storeUnavailable", message: error.plainWords, retriable: true))
        }
        if !state.isWritable {
            facts.status = .failed
            facts.problems.append(
                WireFault(
                    code: "storeUnavailable",
                    message: state.lastError?.message ?? "the queue cannot be written",
                    retriable: true
                )
            )
        }
        if let damage = state.damage {
            facts.status = .failed
            facts.problems.append(WireFault(code: damage.code.rawValue, message: damage.message, retriable: false))
        }
        facts.problems += wallClock.problems + [retention.problem].compactMap { $0 }
        facts.problems += await dispatcher.unserved.map(Self.unserved)
        facts.backup = await backup()
        return facts
    }

    /// Whether the last backup has the store's generation; the bootstrap reports the backup's age.
    private func backup() async -> ActorHealth.Backup? {
        let stateDirectory = parts.context.stateDirectory
        let state = stateDirectory.deletingLastPathComponent().path
        // Absent is nil: an unreadable store is reported above.
        guard let record = BackupRecord.read(state: state), let mark = try? await store.mark() else { return nil }
        let path = "\(stateDirectory.lastPathComponent)/session-manager.sqlite"
        let isOfThisStore = record.hasGeneration(of: mark, at: path)
        return ActorHealth.Backup(made: record.made, since: record.made, isOfThisStore: isOfThisStore)
    }

    private static func unserved(_ name: String) -> WireFault {
        if let api = ImageDestination.api(of: name) {
            return WireFault(
                code: "imagePathNotConfigured",
                message:
                    "images are queued for '\(api)', but no uploader has a path for them: set destination.\(api).paths.image",
                retriable: true
            )
        }
        let isFile = name == CloudAPI.file.rawValue
        let key = isFile ? CommonSettings.recordFolder.key.name : CommonSettings.baseURL(of: name).key.name
        return WireFault(
            code: "destinationUnserved",
            message: "records are queued for '\(name)', but no uploader delivers there: set \(key)",
            retriable: true
        )
    }
}
