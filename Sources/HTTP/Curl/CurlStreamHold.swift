import Dispatch
import LoopExecutor

/// Ends a stream's transfer when nobody can read it any more.
final class CurlStreamHold: Sendable {
    let client: CurlClient
    let id: Int

    init(client: CurlClient, id: Int) {
        (self.client, self.id) = (client, id)
    }

    deinit {
        let (client, id) = (client, id)
        client.executor.queue.async { client.assumeIsolated { $0.dropStream(id) } }
    }
}
