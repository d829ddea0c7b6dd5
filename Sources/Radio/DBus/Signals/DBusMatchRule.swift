/// The signals that a subscription receives ("Match Rules" in the D-Bus specification); nil parts match everything.
public struct DBusMatchRule: Hashable, Sendable {
    /// The unique or well-known name of the sender; a well-known name tracks its owner.
    public var sender: String?
    /// The exact path of the object.
    public var path: DBusObjectPath?
    /// A path at or above the object.
    public var pathNamespace: DBusObjectPath?
    /// The interface of the signal.
    public var interface: String?
    /// The name of the signal.
    public var member: String?
    /// The text of the first argument.
    public var argument0: String?

    /// Makes a rule; nil parts match everything.
    public init(
        sender: String? = nil,
        path: DBusObjectPath? = nil,
        pathNamespace: DBusObjectPath? = nil,
        interface: String? = nil,
        member: String? = nil,
        argument0: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.argument0 = argument0
    }

    /// The rule for changes of a name's owner.
    public static func nameOwnerChanged(_ name: String) -> DBusMatchRule {
        DBusMatchRule(
            sender: BusName.bus,
            path: BusName.busPath,
            interface: BusName.bus,
            member: BusName.nameOwnerChanged,
            argument0: name
        )
    }

    /// The text of the rule for AddMatch.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument` if a part violates the D-Bus rules.
    package func text() throws(DBusError) -> String {
        if let sender { try NameCheck.requireBusName(sender) }
        if let path { try NameCheck.requireObjectPath(path) }
        if let pathNamespace { try NameCheck.requireObjectPath(pathNamespace) }
        if let interface { try NameCheck.requireInterface(interface) }
        if let member { try NameCheck.requireMember(member) }
        try NameCheck.require(
            path == nil || pathNamespace == nil,
            what: "match rule, which has a path and a namespace,"
        )
        // Buses differ in how they quote apostrophes, and no name contains one.
        let quotable = argument0.map { NameCheck.isText($0) && !$0.contains("'") && !$0.contains("\\") } ?? true
        try NameCheck.require(quotable, what: "first argument of the match rule")
        let parts: [(String, String?)] = [
            ("sender", sender), ("path", path?.string), ("path_namespace", pathNamespace?.string),
            ("interface", interface), ("member", member), ("arg0", argument0),
        ]
        let text = parts.reduce("type='signal'") { text, part in part.1.map { "\(text),\(part.0)='\($0)'" } ?? text }
        try NameCheck.require(text.utf8.count <= DBusLimits.matchRuleLength, what: "match rule, which is too long,")
        return text
    }

    /// The sender if it is a well-known name, whose owner must be known to match signals.
    var wellKnownSender: String? {
        guard let sender, sender != BusName.bus, !sender.hasPrefix(":") else { return nil }
        return sender
    }

    func matches(_ signal: DBusSignal, owner: (String) -> String?) -> Bool {
        if let wellKnownSender {
            guard owner(wellKnownSender) == signal.sender else { return false }
        } else if let sender, sender != signal.sender {
            return false
        }
        if let path, path != signal.path { return false }
        if let pathNamespace, signal.path != pathNamespace, !signal.path.isDescendant(of: pathNamespace) {
            return false
        }
        if let interface, interface != signal.interface { return false }
        if let member, member != signal.member { return false }
        if let argument0 {
            guard case .string(argument0)? = signal.arguments.first else { return false }
        }
        return true
    }
}
