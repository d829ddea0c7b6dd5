/// Why a drawn photo has no reading.
package enum DisplayRefusal: String, CaseIterable, Sendable {
    /// The display is off, or shows nothing but all its segments faintly.
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
}
