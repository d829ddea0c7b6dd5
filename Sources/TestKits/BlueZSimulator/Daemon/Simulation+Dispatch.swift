package import DBus

/// Method calls by interface.
///
/// The bus side answers reads of properties and objects from the outputs announced so far.
extension Simulation {
    mutating func dispatch(_ call: MethodCall) {
        do {
            try route(call)
        } catch {
            fail(call.id, error: error)
        }
    }

    private mutating func route(_ call: MethodCall) throws(DaemonError) {
        let known = objects[call.path]
        switch call.interface {
        case BlueZName.properties where call.member == "Set" && known != nil: try setProperty(call)
        case BlueZName.agentManager where known?[BlueZName.agentManager] != nil: try agentManager(call)
        case BlueZName.adapter where known?[BlueZName.adapter] != nil && call.path == secondAdapter?.path:
            try secondAdapterMethod(call)
        case BlueZName.adapter where known?[BlueZName.adapter] != nil: try adapterMethod(call)
        case BlueZName.device where known?[BlueZName.device] != nil: try deviceMethod(call)
        case BlueZName.characteristic where known?[BlueZName.characteristic] != nil: try characteristicMethod(call)
        default: throw .unknown(call, objectExists: known != nil)
        }
    }

    private mutating func setProperty(_ call: MethodCall) throws(DaemonError) {
        guard call.body.count == 3, let interface = call.body[0].string, let name = call.body[1].string,
            objects[call.path]?[interface] != nil
        else { throw .invalidArguments }
        let value = call.body[2].unwrapped
        switch interface {
        case BlueZName.adapter where call.path == secondAdapter?.path:
            set(call.path, interface: interface, name: name, value: value)
        case BlueZName.adapter: try setAdapterProperty(name, value: value)
        case BlueZName.device: try setDeviceProperty(call.path, name: name, value: value)
        default: throw .readOnly(name)
        }
        reply(call.id)
    }
}

/// A method call received by the daemon.
package struct MethodCall: Equatable, Sendable {
    /// The number that its answer refers to.
    package let id: Int
    /// The caller's unique name.
    package let sender: String
    /// The path of the object.
    package let path: DBusObjectPath
    /// The interface, if the caller named one.
    package let interface: String?
    /// The name of the method.
    package let member: String
    /// The arguments.
    package let body: [DBusValue]

    /// Makes a method call.
    package init(
        id: Int,
        sender: String,
        path: DBusObjectPath,
        interface: String?,
        member: String,
        body: [DBusValue] = []
    ) {
        self.id = id
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.body = body
    }
}
