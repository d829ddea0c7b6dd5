/// Times and choices of a ``BlueZClient``.
public struct BlueZConfiguration: Hashable, Sendable {
    /// The adapter's address; nil for the only one.
    ///
    /// Never its number, which changes when the adapter is reset.
    public var adapter: BluetoothAddress?
    /// How long an ordinary call may take.
    public var callTimeout: Duration = .seconds(10)
    /// How long one attempt to connect may take.
    ///
    /// BlueZ itself gives up after about 40 s.
    public var connectTimeout: Duration = .seconds(20)
    /// How long discovery may take to start after BlueZ answered "in progress".
    public var discoveryTimeout: Duration = .seconds(3)
    /// How long resolving the services may take once the device is connected.
    public var resolveTimeout: Duration = .seconds(15)
    /// The pauses between attempts to connect; one more attempt than pauses (bleak-retry-connector's numbers).
    public var connectPauses: [Duration] = [.milliseconds(250), .milliseconds(500), .seconds(1)]
    /// How long a disconnection may take; BlueZ itself waits 2 s before it ends a link.
    public var disconnectTimeout: Duration = .seconds(6)
    /// How long a pairing may take, including the person's part.
    public var pairTimeout: Duration = .seconds(60)
    /// How long a read, write or subscription may take, including its time in the queue (ATT's own limit is 30 s).
    public var gattTimeout: Duration = .seconds(30)
    /// How long after an error without a cause the end of the link may be reported that explains it.
    public var linkEndTimeout: Duration = .seconds(1)
    /// The pause before an operation is retried that BlueZ answered with "in progress".
    public var inProgressPause: Duration = .milliseconds(10)
    /// The pause before the objects are read again after a failure.
    public var resyncPause: Duration = .seconds(1)

    /// Makes a configuration with the defaults above.
    public init() {}
}
