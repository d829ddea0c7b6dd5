import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

@Suite struct ReceivedGrantTests {
    @Test func anItemThatCannotBeReadHoldsUpNoOther() throws {
        let text = #"""
            {"worker":"uploader-a","pullID":"p","leaseSeconds":60,"items":[
              {"logID":"log-1","record":{"of":"another version"},"revision":3,"fence":7,"sessionID":"s",
               "apiVersion":"inform","isUpdate":false,"possiblySent":false},
              {"record":{},"revision":1,"fence":8,"sessionID":"s","apiVersion":"inform","isUpdate":false,
               "possiblySent":false}],
             "mark":"m"}
            """#
        let received = try WireJSON.decode(ReceivedGrant.self, from: Array(text.utf8))
        #expect(received.grant.items.isEmpty && received.grant.mark == "m" && received.grant.leaseSeconds == 60)
        #expect(received.unreadable.map(\.logID?.rawValue) == ["log-1", nil])
        #expect(received.unreadable.map(\.fence) == [7, 8] && received.unreadable.map(\.revision) == [3, 1])
    }

    @Test func aGrantIsReadAsItWasWritten() throws {
        let grant = UploadGrant(
            worker: "uploader-a",
            pullID: "p",
            leaseSeconds: 30,
            items: [],
            checks: [.init(sessionID: "s", apiVersion: "inform", checkID: "c")],
            mark: "m"
        )
        let received = try WireJSON.decode(ReceivedGrant.self, from: WireJSON.encode(grant))
        #expect(received.grant == grant && received.unreadable.isEmpty)
        #expect(try WireJSON.encode(received) == WireJSON.encode(grant))
    }
}
