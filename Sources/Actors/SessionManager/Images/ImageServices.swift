internal import ActorRuntime
internal import MessageBus
internal import QueueStore

/// The image services: images of records, pictures of held readings, and the files of both.
struct ImageServices: Sendable {
    let files: ImageFiles
    let images: ImageService
    let pictures: HeldPictureService

    init(_ parts: ServiceParts, dispatcher: GrantDispatcher) {
        let context = parts.context
        files = ImageFiles(
            folder: parts.images,
            store: parts.store,
            environment: context.environment,
            logger: context.logger,
            signals: parts.signals
        )
        images = ImageService(
            store: parts.store,
            files: files,
            seal: parts.seal,
            environment: context.environment,
            clock: parts.clock,
            activity: context.activity,
            signals: parts.signals,
            byteLimit: parts.settings.waitingImageBytes,
            lacksPath: { await dispatcher.lacksImagePath }
        )
        pictures = HeldPictureService(
            store: parts.store,
            files: files,
            events: parts.events,
            environment: context.environment,
            clock: parts.clock,
            signals: parts.signals,
            byteLimit: parts.settings.waitingImageBytes
        )
    }

    /// The operations of the group.
    var handlers: [RequestHandler] { images.handlers + pictures.handlers }
}
