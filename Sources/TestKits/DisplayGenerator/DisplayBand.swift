/// How hard a drawn photo is.
package enum DisplayBand: String, CaseIterable, Sendable {
    /// Near, straight, sharp and evenly lit.
    case easy
    /// As people take photos.
    case medium
    /// Blurred, dark, slanted, with reflections, but still to be read by a person.
    case hard
    /// One of the others, drawn anew for each photo.
    case mixed
}
