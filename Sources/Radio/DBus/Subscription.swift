/// A subscription's rules and where its signals go.
struct Subscription {
    let rules: [DBusMatchRule]
    /// The rules' texts as given to AddMatch.
    let texts: [String]
    let mailbox: Mailbox<DBusSignalEvent>
    /// Whether the rules are in force; only then a new connection adds them again.
    var isActive = false
}
