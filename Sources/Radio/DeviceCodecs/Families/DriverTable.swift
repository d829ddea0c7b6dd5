/// All families of proprietary protocols that can be decoded; to add one, add a row here, its file, and its test
/// frames.
///
/// None was tried on a device. A test checks the frame counts against the tests' file.
public enum DriverTable {
    /// The rows.
    public static let families: [DriverFamily] = scales + cuffs + meters + oximeters + shared

    /// The family for a name or an alias, in either case.
    ///
    /// - Throws: ``CodecError`` with `unsupportedDriver`; the message lists the names.
    public static func family(named name: String) throws(CodecError) -> DriverFamily {
        let wanted = name.lowercased()
        guard let family = families.first(where: { $0.name == wanted || $0.aliases.contains(wanted) }) else {
            let known = families.map(\.name).joined(separator: ", ")
            let message =
                "unknown driver \(name.prefix(64)); use one of \(known), or for the standard's own "
                + "characteristics their number in its place, as in 'vitalbus decode 2A35 BYTES'"
            throw CodecError(.unsupportedDriver, message: message)
        }
        return family
    }
}

extension DriverTable {
    private static let scales: [DriverFamily] = [
        DriverFamily(
            "xiaomi",
            devices: "Xiaomi scales v1, v2, S200, S400, S800; thermometers MMC-T201, MMC-W505",
            aliases: ["s200", "s400", "s800", "mibeacon"],
            evidence: DriverEvidence(captured: 4, published: 4, constant: 0, computed: 19),
            neverSends: [NeverSent(0x04, 0xFF, 0xFF, effect: "moves the read pointer")],
            decode: XiaomiFamily.decode
        ),
        DriverFamily(
            "qn",
            devices: "QN-Scale, Renpho, FITINDEX, GE, Arboleaf, by notification or advert",
            aliases: ["renpho", "yolanda"],
            evidence: DriverEvidence(captured: 13, published: 2, constant: 1, computed: 20),
            neverSends: [NeverSent(0x55, 0xAA, 0x95, effect: "probably removes the stored weighing")],
            decode: QNFamily.decode
        ),
        DriverFamily(
            "beurer",
            devices: "Beurer BF700, BF710, Sanitas SBF70, SBF75, RT-Libra; weights of BF720, BF500",
            aliases: ["sanitas"],
            evidence: DriverEvidence(captured: 6, published: 0, constant: 0, computed: 17),
            neverSends: [UInt8(0xE7), 0xF7].flatMap { first in
                [
                    NeverSent(first, 0x31, effect: "adds a user"), NeverSent(first, 0x32, effect: "deletes a user"),
                    NeverSent(first, 0x35, effect: "changes a user"),
                    NeverSent(first, 0x43, effect: "deletes stored readings"),
                    NeverSent(first, 0x49, effect: "assigns an unknown person's weighing to a user"),
                    NeverSent(first, 0x4B, effect: "deletes an unknown person's weighing"),
                ]
            },
            decode: BeurerFamily.decode
        ),
        DriverFamily(
            "medisana",
            devices: "Medisana BS430, BS440, BS444",
            aliases: ["lifesense"],
            evidence: DriverEvidence(captured: 0, published: 0, constant: 0, computed: 6),
            decode: DriverFamily.each(MedisanaFamily.decode)
        ),
    ]

    private static let cuffs: [DriverFamily] = [
        DriverFamily(
            "omron",
            devices: "Omron cuffs HEM-, watches 64xx, HeartGuide, scales HBF-",
            aliases: ["usb-omron"],
            evidence: DriverEvidence(captured: 27, published: 0, constant: 1, computed: 37),
            neverSends: [
                NeverSent(nil, 0x01, 0xC0, effect: "writes into the memory"),
                NeverSent(0x02, nil, 0x01, 0xC0, effect: "writes into the memory over USB"),
            ],
            decode: OmronFamily.decode
        ),
        DriverFamily(
            "microlife",
            devices: "Microlife BP3GY1-2N, B6 Connect",
            evidence: DriverEvidence(captured: 0, published: 4, constant: 1, computed: 3),
            neverSends: [
                NeverSent(0x4D, 0xFF, nil, nil, 0x03, 0xFD, effect: "erases the memory"),
                NeverSent(0x4D, 0xFF, nil, nil, 0x0D, effect: "sets the clock"),
            ],
            decode: MicrolifeFamily.decode
        ),
    ]

    private static let meters: [DriverFamily] = [
        DriverFamily(
            "onetouch",
            devices: "OneTouch Verio Flex, Verio Reflect, Select Plus Flex, Ultra Plus",
            aliases: ["verio", "lifescan", "usb-onetouch"],
            evidence: DriverEvidence(captured: 13, published: 0, constant: 0, computed: 15),
            neverSends: [
                NeverSent(nil, 0x02, nil, nil, nil, 0x1A, effect: "erases the memory"),
                NeverSent(nil, 0x02, nil, nil, nil, 0x20, 0x01, effect: "sets the clock"),
                NeverSent(nil, 0x02, nil, nil, nil, 0x0A, 0x01, effect: "sets a limit"),
                NeverSent(nil, 0x02, nil, nil, nil, 0x09, 0x01, effect: "sets the unit"),
                NeverSent(nil, 0x02, nil, nil, nil, 0x11, effect: "unlocks with the manufacturer's key"),
            ],
            decode: OneTouchFamily.decode
        ),
        DriverFamily(
            "taidoc",
            devices: "TaiDoc, FORA, GlucoRx, Diamond (TD-42xx, TD-31xx, TD-82xx, TD-1xxx)",
            aliases: ["fora"],
            evidence: DriverEvidence(captured: 0, published: 0, constant: 0, computed: 26),
            neverSends: [
                NeverSent(0x51, 0x52, effect: "erases the memory"), NeverSent(0x51, 0x43, effect: "starts the pump"),
                NeverSent(0x51, 0x33, effect: "sets the clock"),
            ],
            decode: TaiDocFamily.decode
        ),
        DriverFamily(
            "glucose",
            devices: "CareSens Dual, N Premier, S Fit; Bioland G-500",
            aliases: ["bioland", "caresens"],
            evidence: DriverEvidence(captured: 0, published: 9, constant: 0, computed: 8),
            decode: DriverFamily.each(GlucoseFamily.decode)
        ),
        DriverFamily(
            "usb",
            devices: "Contour Next, OneTouch, Accu-Chek and Omron on a cable",
            aliases: ["contour", "usb-contour", "accu-chek", "usb-accu-chek", "phdc"],
            evidence: DriverEvidence(captured: 0, published: 0, constant: 1, computed: 16),
            neverSends: [
                NeverSent(
                    0xE7,
                    0x00,
                    nil,
                    nil,
                    nil,
                    nil,
                    nil,
                    nil,
                    0x01,
                    0x07,
                    nil,
                    nil,
                    nil,
                    nil,
                    0x0C,
                    0x0C,
                    effect: "clears a segment of the memory"
                ),
                NeverSent(
                    0xE7,
                    0x00,
                    nil,
                    nil,
                    nil,
                    nil,
                    nil,
                    nil,
                    0x01,
                    0x07,
                    nil,
                    nil,
                    nil,
                    nil,
                    0x0C,
                    0x17,
                    effect: "sets the clock"
                ),
            ],
            decode: USBFamily.decode
        ),
    ]

    private static let oximeters: [DriverFamily] = [
        DriverFamily(
            "nonin",
            devices: "Nonin 3230, 3150",
            evidence: DriverEvidence(captured: 0, published: 0, constant: 0, computed: 10),
            neverSends: [
                NeverSent(0x60, nil, 0x4D, 0x43, 0x4C, 0x21, effect: "clears the memory"),
                NeverSent(0x60, nil, 0x54, 0x4F, 0x46, 0x21, effect: "turns the oximeter off"),
                NeverSent(0x60, nil, 0x43, 0x46, 0x47, 0x3D, effect: "changes the settings"),
                NeverSent(0x63, effect: "deletes the bonds"), NeverSent(0x64, effect: "changes the security"),
            ],
            decode: DriverFamily.each(NoninFamily.decode)
        ),
        DriverFamily(
            "viatom",
            devices: "Viatom and Wellue O2Ring, Checkme O2, BP2, O2Ring-S, PC-60FW, POD-1",
            aliases: ["wellue", "o2ring", "bp2", "pc-60fw", "lepu"],
            evidence: DriverEvidence(captured: 3, published: 0, constant: 0, computed: 30),
            neverSends: [
                NeverSent(0xAA, 0x18, effect: "resets to factory settings"),
                NeverSent(0xA5, 0xE2, effect: "resets"), NeverSent(0xA5, 0xE3, effect: "wipes everything"),
                NeverSent(0xA5, 0xEA, effect: "writes factory data"),
                NeverSent(0xA5, 0xEB, effect: "writes factory data"),
                NeverSent(0xA5, 0xEE, effect: "disables the ring until it is connected to USB"),
            ],
            decode: ViatomFamily.decode
        ),
        DriverFamily(
            "contec",
            devices: "Contec CMS50 over Bluetooth, live and stored; ChoiceMMed C208, OX100",
            aliases: ["choicemmed", "cms50", "ichoice"],
            evidence: DriverEvidence(captured: 6, published: 3, constant: 1, computed: 27),
            neverSends: [
                NeverSent(0x9D, 0x7F, effect: "erases all"), NeverSent(0xA1, effect: "is not known to be harmless"),
                NeverSent(0x91, 0x7F, effect: "erases"), NeverSent(0x92, 0x7F, effect: "erases"),
                NeverSent(0x94, 0x7F, effect: "erases"), NeverSent(0x96, 0x7F, effect: "erases"),
                NeverSent(0x83, effect: "sets the clock"),
            ],
            decode: ContecFamily.decode
        ),
        DriverFamily(
            "berry",
            devices: "Berry BM1000 and others of the BCI protocol or of protocol 1.5; Jumper JPD-500, HA120, FR400",
            aliases: ["bci", "jumper"],
            evidence: DriverEvidence(captured: 0, published: 0, constant: 1, computed: 20),
            decode: BerryFamily.decode
        ),
        DriverFamily(
            "clones",
            devices: "Wellue FS20F, JKS50F, ACCARE WS20A, decoded only",
            aliases: ["jks50f", "ws20a"],
            evidence: DriverEvidence(captured: 0, published: 0, constant: 0, computed: 7),
            decode: DriverFamily.each(CloneFamily.decode)
        ),
    ]

    private static let shared: [DriverFamily] = [
        DriverFamily(
            "bthome",
            devices: "BTHome v2: home-made scales and thermometers",
            evidence: DriverEvidence(captured: 0, published: 5, constant: 0, computed: 14),
            decode: DriverFamily.each(BTHomeFamily.decode)
        ),
        DriverFamily(
            "ghs",
            devices: "Generic Health Sensor (service 1840)",
            evidence: DriverEvidence(captured: 0, published: 0, constant: 0, computed: 9),
            neverSends: [NeverSent(0x02, effect: "deletes stored observations")],
            decode: GHSFamily.decode
        ),
    ]
}
