/// A property of an exported object.
///
/// `Properties.Set` announces nothing by itself: the owner says what changed with
/// ``DBusConnection/emitPropertiesChanged(path:interface:changed:invalidated:)``.
public struct DBusProperty: Sendable {
    /// Reads the property.
    ///
    /// It may throw to say that the property is absent now: `Get` answers with that error, `GetAll` and
    /// `GetManagedObjects` leave the property out.
    public typealias Getter = @Sendable () async throws -> DBusValue
    /// Writes the property; it gets a value of the property's type and the caller's unique name.
    public typealias Setter = @Sendable (_ value: DBusValue, _ sender: String) async throws -> Void

    /// The property's name.
    public let name: String
    /// The property's type.
    public let type: DBusType
    let getter: Getter
    let setter: Setter?

    /// Makes a property; without a setter it is read-only.
    public init(_ name: String, _ type: DBusType, get: @escaping Getter, set: Setter? = nil) {
        self.name = name
        self.type = type
        getter = get
        setter = set
    }
}
