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
        images = ImageService(parts: parts, files: files, lacksPath: { await dispatcher.lacksImagePath })
        pictures = HeldPictureService(parts: parts, files: files)
    }

    /// The operations of the group.
    var handlers: [RequestHandler] { images.handlers + pictures.handlers }
}
