/// The best evidence that this program reads a model's frames correctly; no model was tried on a real device.
public enum ModelEvidence: String, CaseIterable, Hashable, Sendable {
    /// A frame captured from this model decodes in a test.
    case captured
    /// A frame of another project's published test decodes in a test.
    case published
    /// All test frames are computed from the rule, or are constants in another program.
    case computed
    /// The model is said to have a standard profile; no frame names it.
    case untried

    /// One phrase for people.
    public var words: String {
        switch self {
        case .captured: "verified by a captured frame"
        case .published: "checked by a published test"
        case .computed: "checked by computed frames only"
        case .untried: "standard profile, untried"
        }
    }
}

extension ModelEvidence {
    /// A claim about a row of the catalogue, and the test frames that prove it.
    package struct Claim: Hashable, Sendable {
        /// The evidence.
        package let evidence: ModelEvidence
        /// The family of the frames in ``DriverTable``; nil for frames of standard and older codecs.
        package let family: String?
        /// The device as the test frames name it, or a part of that name.
        package let device: String

        private init(_ evidence: ModelEvidence, family: String?, device: String) {
            self.evidence = evidence
            self.family = family
            self.device = device
        }

        fileprivate static func captured(_ device: String, of family: String? = nil) -> Claim {
            Claim(.captured, family: family, device: device)
        }

        fileprivate static func published(_ device: String, of family: String) -> Claim {
            Claim(.published, family: family, device: device)
        }
    }

    /// The rows with more evidence than their protocol alone, by peripheral ID.
    ///
    /// Tests hold each claim to their frames. A row without a claim has the least evidence of its protocol, so add one
    /// with the frame that proves it.
    package static let claims: [Int: Claim] = [
        10_010: .captured("ChoiceMMed oximeter"),
        10_030: .captured("Verio Flex", of: "onetouch"),
        10_050: .captured("Beurer BM85"),
        10_053: .captured("Beurer BF720"),
        10_061: .captured("Accu-Chek Guide"),
        10_072: .captured("HEM-", of: "omron"),
        10_080: .captured("Mi scale"),
        10_081: .captured("Mi Body Composition Scale 2"),
        10_082: .captured("S400", of: "xiaomi"),
        10_084: .captured("broadcast scale", of: "qn"),
        10_085: .published("any", of: "bthome"),
        10_087: .published("any", of: "bthome"),
        10_088: .published("S200", of: "xiaomi"),
        10_090: .captured("PC-60FW", of: "viatom"),
        10_092: .captured("Jumper JPD-500F"),
        10_093: .captured("Contec CMS50D-BT"),
        10_094: .captured("Yonker"),
        10_096: .captured("ChoiceMMed C208", of: "contec"),
        10_108: .published("Bioland G-500", of: "glucose"),
        10_122: .captured("BF710", of: "beurer"),
        10_127: .captured("extended result", of: "qn"),
        10_128: .published("Renpho R-MSC04", of: "qn"),
    ]
}

extension Peripheral {
    /// The evidence for the model's codec; nil for a protocol without one, and for a row that matches no device.
    ///
    /// Whether a driver uses the codec is another question.
    public var evidence: ModelEvidence? {
        if let claim = ModelEvidence.claims[id] { return claim.evidence }
        guard speaks == .standard else { return DriverTable.family(of: speaks) == nil ? nil : .computed }
        return advert.isEmpty ? nil : .untried
    }
}

extension DriverTable {
    /// The family whose frames a protocol sends; nil if there is none.
    ///
    /// A protocol has a family's name or alias, alone or before a hyphen, as `bthome-scale`.
    package static func family(of speaks: ProtocolName) -> DriverFamily? {
        func named(_ name: String) -> DriverFamily? {
            families.first { $0.name == name || $0.aliases.contains(name) }
        }
        return named(speaks.rawValue) ?? speaks.rawValue.split(separator: "-").first.flatMap { named(String($0)) }
    }
}
