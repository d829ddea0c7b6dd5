internal import Hummingbird
internal import NIOCore

/// A request's connection, beside what the server needs.
struct IngestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
