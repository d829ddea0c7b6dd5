internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import PictureParts
internal import StoreEngine
internal import VitalRecords

/// Accepts photos, stores their jobs, and publishes the result of each.
actor PhotoDesk {
    /// The largest number of waiting jobs; further ones are refused.
    static let waitingLimit = 10_000

    nonisolated let context: ActorContext
    nonisolated let store: JobStore
    nonisolated let pictures: ImageFolder
    nonisolated let clock: any BootClock
    let byteLimit: Int
    let keepsPictures: TimeInterval
    let sharesValues: Bool
    let uploads = PartDesk<String>()
    /// Held while files are written or removed.
    let fileLock = AsyncLock()
    nonisolated let defaultUsers: DefaultUsers
    /// Makes a JPEG of a picture in a format that records do not accept.
    let jpeg: @Sendable ([UInt8]) async throws -> [UInt8]
    nonisolated let tellWake = WakeUp()
    /// Wakes the lanes.
    nonisolated let workWake = WakeUp()
    /// The seat of the job whose end is being published, and the gate that opens afterwards.
    var telling: (seat: String, end: WakeUpAll)?

    init(
        _ context: ActorContext,
        clock: any BootClock,
        defaultUsers: DefaultUsers,
        jpeg: @escaping @Sendable ([UInt8]) async throws -> [UInt8]
    ) async throws {
        let configuration = context.configuration
        self.context = context
        self.defaultUsers = defaultUsers
        self.jpeg = jpeg
        byteLimit = try configuration[\OCRWorkerKeys.picturesLimit] * 1_000_000
        keepsPictures = Double(try configuration[\OCRWorkerKeys.picturesKeep] / .seconds(1))
        sharesValues = try configuration[\OCRWorkerKeys.sharesValues]
        self.clock = clock
        let path = context.stateDirectory.appending(path: "ocr-jobs.sqlite").path
        store = try await JobStore.open(StoreConfiguration(path: path))
        await store.onMended { [logger = context.logger] in $0.tell(logger) }
        pictures = try await ImageFolder.open(context.stateDirectory.appending(path: "pictures").path)
    }

    /// Publishes results and deletes old photos until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.tellEnds() }
            group.addTask { await self.sweep() }
        }
    }
}
