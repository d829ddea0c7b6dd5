internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import Synchronization

/// Tells who watches over machines, and shares out requests, whether the page is there; nothing of the site.
struct HealthPages: Sendable {
    /// Whether browsers get what they ask for.
    private static let ready = ["/health", "/healthz", "/readyz"]
    /// Whether the process answers at all.
    private static let alive = ["/livez"]
    /// Where nobody has to be logged in, nor to come by a name of this machine.
    static let paths = Set(ready + alive)

    let reach: BusReach

    func add(to router: Router<PageContext>) {
        for path in Self.ready {
            router.get(RouterPath(path)) { _, _ in Self.answer(isWell: reach.isReached) }
        }
        for path in Self.alive {
            router.get(RouterPath(path)) { _, _ in Self.answer(isWell: true) }
        }
    }

    private static func answer(isWell: Bool) -> Response {
        Response(
            status: isWell ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: isWell ? "ok\n" : "the broker is not reached\n"))
        )
    }
}

/// Whether this process reaches the broker now.
final class BusReach: Sendable {
    private let isConnected = Atomic(false)

    var isReached: Bool { isConnected.load(ordering: .relaxed) }

    /// Follows the connection until cancelled.
    func follow(_ bus: any Bus) async {
        for await state in bus.connectionStates() { isConnected.store(state == .connected, ordering: .relaxed) }
    }
}
