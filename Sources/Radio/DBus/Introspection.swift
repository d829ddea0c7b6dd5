/// Writes introspection documents ("Introspection Data Format" in the D-Bus specification).
enum Introspection {
    /// The document of one node.
    ///
    /// Names and signatures were checked on export and need no escaping.
    static func document(interfaces: [DBusInterface], children: [String], isManager: Bool) -> String {
        var lines = [
            "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
            " \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">", "<node>",
        ]
        let standard = interfaces.isEmpty && !isManager ? [] : StandardInterfaces.declared(isManager: isManager)
        for interface in standard + interfaces.sorted(by: { $0.name < $1.name }) {
            lines += self.lines(of: interface)
        }
        lines += children.map { " <node name=\"\($0)\"/>" }
        lines.append("</node>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of interface: DBusInterface) -> [String] {
        var lines = [" <interface name=\"\(interface.name)\">"]
        for method in interface.methods {
            lines.append("  <method name=\"\(method.name)\">")
            lines += method.input.map { "   <arg type=\"\($0.signature)\" direction=\"in\"/>" }
            lines += method.output.map { "   <arg type=\"\($0.signature)\" direction=\"out\"/>" }
            lines.append("  </method>")
        }
        for property in interface.properties {
            let access = property.setter == nil ? "read" : "readwrite"
            let type = property.type.signature
            lines.append("  <property name=\"\(property.name)\" type=\"\(type)\" access=\"\(access)\"/>")
        }
        for signal in interface.signals {
            lines.append("  <signal name=\"\(signal.name)\">")
            lines += signal.types.map { "   <arg type=\"\($0.signature)\"/>" }
            lines.append("  </signal>")
        }
        return lines + [" </interface>"]
    }
}
