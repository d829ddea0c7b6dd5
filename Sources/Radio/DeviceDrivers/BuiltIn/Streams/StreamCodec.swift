internal import DeviceCodecs

/// A family's codec, found once, because some oximeters send a hundred frames a second.
struct StreamCodec: Sendable {
    private let family: Result<DriverFamily, CodecError>

    /// Finds the codec.
    ///
    /// - Parameter name: A name or an alias of the family.
    init(_ name: String) {
        family = Result { () throws(CodecError) in try DriverTable.family(named: name) }
    }

    /// A decoded frame; nil if its bytes hold none.
    ///
    /// - Throws: ``CodecError``.
    func frame(_ bytes: [UInt8], options: DriverOptions = DriverOptions()) throws(CodecError) -> DriverFrame? {
        try family.get().frames([bytes], options: options).first
    }
}
