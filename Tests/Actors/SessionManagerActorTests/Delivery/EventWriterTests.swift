import BusContract
import ContractLiterals
import DeliveryRules
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import QueueStore
@testable import SessionManagerActor

@Suite struct EventWriterTests {
    private func writer(_ shared: Set<String>?) -> EventWriter { EventWriter(newID: { "id-1" }, sharedSeats: shared) }

    private func stored(_ seat: String, isDeletion: Bool = false) throws -> StoredRecord {
        var reading = try Samples.reading()
        let points = [SeriesPoint(time: TestTime.start, value: 12)]
        reading.details = RecordDetails(series: [MeasurementSeries(metric: .steps, unit: "1", points: points)])
        let logID = LogID.derive(sessionUser: "u", organization: "o", readingKey: reading.readingKey)
        let record = VitalRecord(reading: reading, logID: logID, seat: try SeatID(seat))
        var entry = QueueEntry(logID: logID.rawValue, revision: 1, isAtDestination: true)
        if isDeletion { _ = entry.superseded(by: 2, deletes: true) }
        return StoredRecord(
            entry: entry,
            sessionID: "s",
            api: "inform",
            seat: seat,
            hub: "room-1",
            record: Data(try WireJSON.encode(record)),
            waitingRecord: nil,
            kind: .live,
            createdAt: TestTime.start,
            measuredAt: TestTime.start,
            changedAt: TestTime.start,
            destinationID: nil,
            lastError: nil
        )
    }

    private func event<Payload: Decodable>(
        _ type: Payload.Type,
        _ action: DeliveryAction,
        _ seat: String,
        shared: Set<String>?,
        isDeletion: Bool = false
    ) throws -> (Payload, NewNotification) {
        let record = try stored(seat, isDeletion: isDeletion)
        let made = writer(shared).notification(for: action, record: record, at: TestTime.start)
        let notification = try #require(made)
        return (try WireJSON.decode(type, from: Array(notification.data)), notification)
    }

    private let submitted = DeliveryAction.recordSubmitted(revision: 1, serverID: "server-1")
    private let failed = DeliveryAction.submissionFailed(
        revision: 1,
        error: DeliveryError(code: "422", message: "no such metric")
    )

    @Test func aSeatThatSharesShowsItsValues() throws {
        let (event, notification) = try event(RecordSubmitted.self, submitted, "bed-1", shared: ["bed-1"])
        #expect(event.record.measurements == Samples.pressure && event.record.valuesWithheld == nil)
        #expect(event.record.details?.series.count == 1)
        #expect(event.serverID == "server-1")
        #expect(notification.type == "recordSubmitted")
        #expect(notification.hub == "room-1")
        #expect(notification.seat == "bed-1")
    }

    @Test func aSeatThatDoesNotShareShowsNone() throws {
        for shared in [Set<String>(), ["bed-1"]] {
            let (success, _) = try event(RecordSubmitted.self, submitted, "bed-2", shared: shared)
            #expect(success.record.measurements.isEmpty && success.record.valuesWithheld == true)
            #expect(success.record.readingKey == Samples.key(1))
            let (failure, notification) = try event(SubmissionFailed.self, failed, "bed-2", shared: shared)
            #expect(failure.record.measurements.isEmpty)
            #expect(failure.error.code == "422")
            let text = String(decoding: notification.data, as: UTF8.self)
            #expect(!text.contains("systolic") && !text.contains("steps"))
        }
    }

    /// People give their watches their own names.
    @Test func noNameOfAPersonIsInAnEventOfASeatThatDoesNotShare() throws {
        var reading = try Samples.reading()
        reading.source = RecordSource(kind: .healthImport, serial: "S-1", originalSource: "Apple Watch de Zoé")
        let logID = LogID.derive(sessionUser: "u", organization: "o", readingKey: reading.readingKey)
        for (shared, name) in [(Set<String>(), "Apple Watch"), (["bed-1"], "Apple Watch de Zoé")] {
            var record = try stored("bed-1")
            let vital = VitalRecord(reading: reading, logID: logID, seat: try SeatID("bed-1"))
            record.record = Data(try WireJSON.encode(vital))
            let made = writer(shared).notification(for: submitted, record: record, at: TestTime.start)
            let event = try WireJSON.decode(RecordSubmitted.self, from: Array(try #require(made).data))
            #expect(event.record.source.originalSource == name)
            #expect(event.record.source.serial == (shared.isEmpty ? nil : "S-1"))
        }
    }

    @Test func everySeatMayShare() throws {
        let (event, _) = try event(SubmissionFailed.self, failed, "bed-2", shared: nil)
        #expect(event.record.measurements == Samples.pressure)
        #expect(event.error.retriable == false)
    }

    @Test func aDeletionNamesTheRecordAndHasNothingToBook() throws {
        let deleted = DeliveryAction.recordDeleted(revision: 2)
        let (event, first) = try event(RecordSubmitted.self, deleted, "bed-1", shared: nil, isDeletion: true)
        #expect(event.operation == "delete")
        #expect(event.serverID == nil)
        #expect(event.record.readingKey == Samples.key(1))
        #expect(event.record.measurements.isEmpty && event.record.details == nil && event.record.context == nil)
        let (failure, second) = try self.event(SubmissionFailed.self, failed, "bed-1", shared: nil, isDeletion: true)
        #expect(failure.operation == "delete")
        for notification in [first, second] {
            let text = String(decoding: notification.data, as: UTF8.self)
            #expect(!text.contains("systolic") && !text.contains("steps"))
        }
    }

    @Test func aDelayAndAHeldReadingCarryNoValueEver() throws {
        let error = DeliveryError(code: "503", message: "later")
        let retrying = DeliveryAction.submissionRetrying(revision: 1, error: error, notBefore: .zero)
        let (event, notification) = try event(SubmissionRetrying.self, retrying, "bed-1", shared: nil)
        #expect(event.error.retriable)
        #expect(event.retryInSeconds == 0)
        let held = try #require(
            writer(nil).readingHeld(try Samples.reading(), reason: "noAssignment", at: TestTime.start)
        )
        for data in [notification.data, held.data] {
            #expect(!String(decoding: data, as: UTF8.self).contains("systolic"))
        }
        #expect(held.seat == nil)
    }

    @Test func whatTellsNothingMakesNoEvent() throws {
        for action in [DeliveryAction.persist, .promoteRevision(2), .ignore(.oldFence)] {
            #expect(writer(nil).notification(for: action, record: try stored("bed-1"), at: TestTime.start) == nil)
        }
    }
}
