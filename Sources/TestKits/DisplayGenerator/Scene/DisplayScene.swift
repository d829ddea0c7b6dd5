internal import Pixels

/// The plan of a photo of a device, determined by its seed.
package struct DisplayScene: Sendable {
    /// The distance of the camera.
    package enum Framing: Sendable {
        /// A whole photo, as people take it.
        case whole
        /// A box around the display with a margin of 0 to 35 %.
        case display
        /// A photo from far away: the longer side of the display is a 20th to a 10th of the photo's.
        case far
    }

    /// The kind of device.
    package let kind: DisplayKind
    /// Why there is no reading.
    package let refusal: DisplayRefusal?
    /// How the device is built.
    package let family: DeviceFamily
    /// Field and JSON value of everything that the device shows.
    package var shown: [(key: String, value: String)] { reading.expected }
    let band: DisplayBand
    let seed: UInt64
    let reading: Reading
    var devices: [Device] = []
    var views: [PlaneView] = []
    var surroundings: Surroundings
    var light: Light
    /// The size of the photo, with a longer side of 1.
    var width = 1.0
    var height = 1.0

    /// Plans a photo.
    ///
    /// - Parameters:
    ///   - kind: The kind of device; nil lets the seed choose.
    ///   - band: The difficulty.
    ///   - seed: The seed; equal seeds make equal photos.
    ///   - framing: The distance of the camera.
    ///   - refusal: Why the photo has no reading; nil lets the seed choose if `mayRefuse` is set.
    ///   - mayRefuse: Whether the seed may choose a photo without a reading, about one in six.
    ///   - hasFreeValues: Whether values may be arbitrary digits, plausible or not.
    ///   - family: How the device is built; nil lets the seed choose.
    ///   - turn: How far the camera is turned against the display; nil is upright for the family `plain`, else any angle.
    package init(
        kind: DisplayKind? = nil,
        band: DisplayBand = .mixed,
        seed: UInt64,
        framing: Framing = .whole,
        refusal: DisplayRefusal? = nil,
        mayRefuse: Bool = false,
        hasFreeValues: Bool = false,
        family: DeviceFamily? = nil,
        turn: CameraTurn? = nil
    ) {
        var dice = Dice(seed: seed, stream: 1)
        let choice = DisplayKind.allCases[dice.weighted([0.28, 0.2, 0.14, 0.12, 0.16, 0.1])]
        let bandChoice = [DisplayBand.easy, .medium, .hard][dice.weighted([0.2, 0.5, 0.3])]
        let refusalChoice =
            dice.chance(0.17) ? DisplayRefusal.allCases[dice.weighted([2, 4, 2, 1.5, 2, 3, 2, 2, 1])] : nil
        let ownKind = kind ?? choice
        self.kind = ownKind
        self.band = band == .mixed ? bandChoice : band
        self.seed = seed
        self.refusal = refusal ?? (mayRefuse ? refusalChoice : nil)
        var familyDice = Dice(seed: seed, stream: 21)
        let ownFamily = DeviceFamily.chosen(for: ownKind, using: &familyDice)
        self.family = family.map { $0.includes(ownKind) ? $0 : ownFamily } ?? ownFamily
        reading = Self.reading(
            self.kind,
            refusal: self.refusal,
            isFree: hasFreeValues,
            family: self.family,
            using: &dice
        )
        surroundings = Surroundings(&dice)
        light = Light(&dice, band: self.band, refusal: self.refusal)
        let count = self.refusal == .several ? dice.whole(2, high: 3) : self.refusal == .noDisplay ? 0 : 1
        for index in 0..<count {
            let shown = index == 0 ? reading : Reading.likely(dice.pick(DisplayKind.allCases), using: &dice)
            var look = PanelLook(&dice, kind: self.kind, band: self.band)
            look.dress(as: self.family, band: self.band, using: &dice)
            let face = FaceMaker.face(self.family, kind: self.kind, reading: shown, using: &dice, band: self.band)
            devices.append(Device(face: face, look: look, family: self.family, dice: &dice))
        }
        place(framing, turn: turn ?? (self.family == .plain ? .upright : .any), using: &dice)
        addGlares(&dice)
        for index in devices.indices {
            light.suit(&devices[index].look, isDark: self.refusal == .dark, band: self.band)
        }
    }

    private static func reading(
        _ kind: DisplayKind,
        refusal: DisplayRefusal?,
        isFree: Bool,
        family: DeviceFamily,
        using dice: inout Dice
    ) -> Reading {
        var reading = family == .kitchenScale ? Reading.load(&dice) : Reading.likely(kind, using: &dice)
        if refusal == .foreign { reading = ForeignNumbers.reading(kind, using: &dice) }
        reading.refusal = refusal
        if refusal == .error {
            reading.rows = [("error", Reading.errorText(&dice))]
            if dice.chance(0.25) { reading.rows.append(("error", Reading.errorText(&dice))) }
        } else if isFree, dice.chance(0.4) {
            for index in reading.rows.indices {
                reading.rows[index].text = dice.chance(0.12) ? Reading.errorText(&dice) : Reading.number(&dice)
            }
        }
        return reading
    }

    private mutating func addGlares(_ dice: inout Dice) {
        guard let face = devices.first?.face else { return }
        let count = band == .easy ? dice.weighted([0.8, 0.2]) : dice.weighted([0.45, 0.25, 0.2, 0.1])
        for _ in 0..<count { light.glares.append(Glare(&dice, face: face, covers: false, band: band)) }
        if refusal == .glare {
            for _ in 0..<dice.whole(1, high: 3) {
                light.glares.append(Glare(&dice, face: face, covers: true, band: band))
            }
        }
    }
}

/// Why a drawn photo has no reading.
package enum DisplayRefusal: String, CaseIterable, Sendable {
    /// The display is off, or shows only faint unlit segments.
    case off
    /// The device shows an error, "Lo", "HI" or dashes.
    case error
    /// The photo is too blurred.
    case blurred
    /// The photo is too dark.
    case dark
    /// A reflection covers digits.
    case glare
    /// There is no display.
    case noDisplay
    /// There are several devices.
    case several
    /// The display shows the time.
    case clock
    /// The display shows the number of a stored reading.
    case memory
    /// The display shows a number that is not a value of its kind, such as a clock's, a counter's or a multimeter's; no
    /// seed selects it.
    case foreign
}
