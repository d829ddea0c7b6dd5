internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import Synchronization

/// Health checks for monitoring and load balancers: whether the page is up, and nothing about the site.
struct HealthPages: Sendable {
    /// The paths that report whether browsers can be served.
    private static let ready = ["/health", "/healthz", "/readyz"]
    /// The paths that report whether the process answers.
    private static let alive = ["/livez"]
    /// The paths that need neither a log-in nor a host name of this machine.
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
            body: ResponseBody(byteBuffer: ByteBuffer(string: isWell ? "ok\n" : "the broker is not reachable\n"))
        )
    }
}

/// Whether this process is connected to the broker.
final class BusReach: Sendable {
    private let isConnected = Atomic(false)

    var isReached: Bool { isConnected.load(ordering: .relaxed) }

    /// Follows the connection until cancelled.
    func follow(_ bus: any Bus) async {
        for await state in bus.connectionStates() { isConnected.store(state == .connected, ordering: .relaxed) }
    }
}
