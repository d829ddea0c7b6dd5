internal import DBus

/// Where the values of a subscribed characteristic go.
struct NotificationSink {
    let id: Int
    let characteristic: GATTCharacteristic
    let mailbox: Mailbox<NotificationEvent>
    /// Nil when the consumer let go of its stream, before the subscription's end was seen to.
    weak var token: StreamToken<NotificationEvent>?
}
