/// Which signals a subscription gets ("Match Rules" in the D-Bus specification).
///
/// Nil parts match everything.
public struct DBusMatchRule: Hashable, Sendable {
    /// The sender, a unique or a well-known name; a well-known one follows its owner.
    public var sender: String?
    /// The object's exact path.
    public var path: DBusObjectPath?
    /// A path that the object has or lies below.
    public var pathNamespace: DBusObjectPath?
    /// The interface.
    public var interface: String?
    /// The signal's name.
    public var member: String?
    /// The first argument's text.
    public var argument0: String?

    /// Makes a rule.
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

    /// The bus's tidings of a name's owner.
    public static func nameOwnerChanged(_ name: String) -> DBusMatchRule {
        DBusMatchRule(
            sender: BusName.bus,
            path: BusName.busPath,
            interface: BusName.bus,
            member: BusName.nameOwnerChanged,
            argument0: name
        )
    }

    /// The rule's text for AddMatch.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument` when a part breaks the D-Bus rules.
    package func text() throws(DBusError) -> String {
        if let sender { try NameCheck.requireBusName(sender) }
        if let path { try NameCheck.requireObjectPath(path) }
        if let pathNamespace { try NameCheck.requireObjectPath(pathNamespace) }
        if let interface { try NameCheck.requireInterface(interface) }
        if let member { try NameCheck.requireMember(member) }
        try NameCheck.require(path == nil || pathNamespace == nil, "match rule, which has a path and a namespace,")
        // Quoting rules for apostrophes differ between buses; no name has one.
        let quotable = argument0.map { NameCheck.isText($0) && !$0.contains("'") && !$0.contains("\\") } ?? true
        try NameCheck.require(quotable, "first argument of the match rule")
        let parts: [(String, String?)] = [
            ("sender", sender), ("path", path?.string), ("path_namespace", pathNamespace?.string),
            ("interface", interface), ("member", member), ("arg0", argument0),
        ]
        let text = parts.reduce("type='signal'") { text, part in part.1.map { "\(text),\(part.0)='\($0)'" } ?? text }
        try NameCheck.require(text.utf8.count <= DBusLimits.matchRuleLength, "match rule, which is too long,")
        return text
    }

    /// Whether the sender is a name whose owner must be known to match signals.
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
