/// The settings of one process: each stored property is a ``Setting``, or contains settings.
///
/// Each key is declared by exactly one property: ``keys`` are found by reflection, in the order of declaration, and
/// `configuration[\Keys.name]` reads one with its type.
public protocol SettingTable {
    /// Declares the settings.
    init()
}

extension SettingTable {
    /// The keys of the process's configuration table, in the order of the help.
    public static var keys: [ConfigurationKey] { rows(in: Self()) }

    private static func rows(in value: Any) -> [ConfigurationKey] {
        if let setting = value as? any DeclaredSetting { return [setting.key] }
        return Mirror(reflecting: value).children.flatMap { rows(in: $0.value) }
    }
}

/// A setting of any type.
private protocol DeclaredSetting {
    var key: ConfigurationKey { get }
}

extension Setting: DeclaredSetting {}

extension ActorConfiguration {
    /// The value of a table's setting.
    ///
    /// - Throws: ``RuntimeError`` `configuration` if the setting has a default and the actor's table does not list it.
    public subscript<Table: SettingTable, Value>(_ path: KeyPath<Table, Setting<Value>>) -> Value {
        get throws { try self[Table()[keyPath: path]] }
    }
}
