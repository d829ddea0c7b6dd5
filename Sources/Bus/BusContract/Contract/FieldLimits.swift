/// The limits of a field beyond its type; the schemas of `topics/` include them.
package enum FieldLimit: Sendable {
    /// A number within this range.
    case within(ClosedRange<Int>)
    /// This number or a greater one.
    case atLeast(Int)
    /// A list with at most this many elements.
    case elements(Int)
    /// Any text, with one of these as an example.
    case like([String])
}

/// A payload that has limited fields.
package protocol LimitedFields {
    /// The limits, by the names of the fields.
    static var limits: [String: FieldLimit] { get }
}

extension Assignments: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension DueState: LimitedFields { package static var limits: [String: FieldLimit] { ["metrics": .elements(32)] } }
extension HeldPage: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension PageRequest: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension RecordSubmitted: LimitedFields {
    package static var limits: [String: FieldLimit] { ["leftOut": .elements(64)] }
}

extension RecordHistory.Entry: LimitedFields {
    package static var limits: [String: FieldLimit] { ["leftOut": .elements(64)] }
}

extension PeripheralFilter: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension RecordHistory: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension RecordPage: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension SeatPage: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension SeatsRequest: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension SessionPage: LimitedFields { package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] } }
extension SupportedPeripherals: LimitedFields {
    package static var limits: [String: FieldLimit] { ["page": .atLeast(1)] }
}

extension RecordHistoryRequest: LimitedFields {
    package static var limits: [String: FieldLimit] { ["metrics": .elements(32), "page": .atLeast(1)] }
}

extension DeleteRecord: LimitedFields {
    package static var limits: [String: FieldLimit] { ["baseRevision": .atLeast(1)] }
}

extension UpdateRecord: LimitedFields {
    package static var limits: [String: FieldLimit] { ["baseRevision": .atLeast(1), "measurements": .elements(64)] }
}

extension RecordChanged: LimitedFields { package static var limits: [String: FieldLimit] { ["revision": .atLeast(1)] } }
extension SubmitRecords: LimitedFields {
    package static var limits: [String: FieldLimit] { ["records": .elements(64)] }
}

extension NotificationsSince: LimitedFields {
    package static var limits: [String: FieldLimit] { ["limit": .within(1...50)] }
}

extension EraseDevices: LimitedFields {
    package static var limits: [String: FieldLimit] { ["assignments": .elements(200)] }
}

extension HoldDiscovery: LimitedFields {
    package static var limits: [String: FieldLimit] { ["seconds": .within(0...120)] }
}

extension PairingMode: LimitedFields {
    package static var limits: [String: FieldLimit] { ["seconds": .within(0...300)] }
}

extension ReadPeripheral: LimitedFields {
    package static var limits: [String: FieldLimit] { ["seconds": .within(1...300), "sinceSeconds": .within(0...600)] }
}

extension PutImage: LimitedFields {
    package static var limits: [String: FieldLimit] { ["size": .within(1...10_000_000)] }
}

extension PutPicture: LimitedFields {
    package static var limits: [String: FieldLimit] { ["size": .within(1...10_000_000)] }
}

extension ImagePart: LimitedFields { package static var limits: [String: FieldLimit] { ["index": .within(0...249)] } }
extension PicturePart: LimitedFields { package static var limits: [String: FieldLimit] { ["index": .within(0...249)] } }

extension ImageReceived: LimitedFields {
    package static var limits: [String: FieldLimit] { ["missing": .elements(250)] }
}

extension PictureReceived: LimitedFields {
    package static var limits: [String: FieldLimit] { ["missing": .elements(250)] }
}

extension OCRDidProcessResult: LimitedFields {
    package static var limits: [String: FieldLimit] { ["frame": .atLeast(1)] }
}

extension OverlayRequest: LimitedFields {
    package static var limits: [String: FieldLimit] { ["width": .within(16...8192), "height": .within(16...8192)] }
}

extension StartReading: LimitedFields {
    package static var limits: [String: FieldLimit] { ["seconds": .within(1...600)] }
}

extension ScannedCodes.Code: LimitedFields {
    package static var limits: [String: FieldLimit] { ["kind": .like(["QR-Code", "EAN-13", "CODE-128"])] }
}

extension SessionStarted: LimitedFields { package static var limits: [String: FieldLimit] { ["hub": .like(["site"])] } }

extension SessionEnded: LimitedFields {
    package static var limits: [String: FieldLimit] { ["hub": .like(["site"]), "records": .elements(32)] }
}

extension SeatLimits: LimitedFields { package static var limits: [String: FieldLimit] { ["limits": .elements(32)] } }

extension QueueState: LimitedFields { package static var limits: [String: FieldLimit] { ["waiting": .elements(16)] } }

extension WorkPull: LimitedFields {
    package static var limits: [String: FieldLimit] { ["free": .within(0...256), "freeLive": .within(0...256)] }
}

extension UploadGrant: LimitedFields {
    package static var limits: [String: FieldLimit] { ["checks": .elements(16), "images": .elements(16)] }
}

extension UploadAck: LimitedFields {
    package static var limits: [String: FieldLimit] { ["outcomes": .elements(64), "checks": .elements(16)] }
}
