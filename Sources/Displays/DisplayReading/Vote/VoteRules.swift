/// The rules for sufficient evidence of several frames.
package struct VoteRules: Sendable, Hashable {
    /// The limit of frames with evidence.
    package var frames = 12
    /// The age at which a frame counts half.
    package var halfLife: Duration = .seconds(2)
    /// The age at which a frame no longer counts.
    package var longest: Duration = .seconds(8)
    /// How many of the last ``recent`` frames must show the whole reading.
    package var agreeing = 3
    /// The number of last frames that are checked for agreement.
    package var recent = 5
    /// How many of the agreeing frames must be acceptable by themselves.
    package var accepted = 3
    /// The share of all frames that must be acceptable: if many are uncertain, the certain ones are a biased selection.
    package var acceptedShare = 0.75
    /// The minimum lead of the best string over the second, as log odds.
    package var margin = 4.6
    /// The confidence that completes a reading, 0…1.
    package var confidence = 0.99
    /// The probability from which a character is shown before completion, 0…1.
    package var sureCharacter = 0.9
    /// The covered share of a cell from which it is shown as a space, 0…1.
    package var hiddenCell = 0.4
    /// The weight of a character's covered share: a corner may hide the difference between 8 and 6.
    package var coveredCell = 2.0
    /// The weight of the worst row's covered share in a frame's confidence.
    package var coveredRow = 1.0
    /// The covered share of a row that is tolerated, because a fixed camera may permanently show a spot in a corner.
    package var toleratedRow = 0.08
    /// The correlation of errors between frames that look different, 0…1: same meter, same digit shapes.
    package var correlation = 0.2
    /// The difference from which two views count as different; below it, in proportion.
    package var newView = 0.12
    /// How many consecutive frames must agree on another reading to replace the evidence.
    package var restart = 2
    /// How many consecutive frames must show something other than a reading to drop the evidence.
    package var other = 3

    /// The default rules.
    package init() {}
}
