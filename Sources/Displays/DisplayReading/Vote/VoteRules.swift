/// When evidence of several frames suffices.
package struct VoteRules: Sendable, Hashable {
    /// The most frames that evidence is kept of.
    package var frames = 12
    /// After this time a frame counts half.
    package var halfLife: Duration = .seconds(2)
    /// After this time a frame counts no more.
    package var longest: Duration = .seconds(8)
    /// How many of the last ``recent`` frames have to show the whole reading.
    package var agreeing = 3
    /// How many of the last frames are looked at for agreement.
    package var recent = 5
    /// How many of the frames that show the whole reading could be taken by themselves.
    package var accepted = 3
    /// The part of all frames that count that has to be such a frame: where many are unsure, the sure ones are a choice.
    package var acceptedShare = 0.75
    /// How far the best string is ahead of the second, as the logarithm of their odds.
    package var margin = 4.6
    /// The confidence from which on a reading is complete, 0…1.
    package var confidence = 0.99
    /// The probability from which on a character is shown before that, 0…1.
    package var sureCharacter = 0.9
    /// The share of a cell that glare has to cover for a space to stand there, 0…1.
    package var hiddenCell = 0.4
    /// How many times its covered share a character's evidence loses: a corner may hide what tells an 8 from a 6.
    package var coveredCell = 2.0
    /// How many times the covered share of its worst row a frame's confidence loses.
    package var coveredRow = 1.0
    /// Up to this share of a row it loses nothing: a camera that stands still has to bear a spot in a corner.
    package var toleratedRow = 0.08
    /// How much frames that look different err alike all the same, 0…1: the same meter, the same digits' shape.
    package var correlation = 0.2
    /// The difference of two views from which on they count as different; below it, in proportion.
    package var newView = 0.12
    /// How many frames in a row have to show another reading alike until it replaces what was gathered.
    package var restart = 2
    /// How many frames in a row have to show something that is no reading until what was gathered is dropped.
    package var other = 3

    /// The usual rules.
    package init() {}
}
