import Mosquitto
import Testing

struct InboundGateTests {
    @Test func readsOnForAnAnswerUpToTheCeiling() {
        var gate = InboundGate(ceiling: 5)
        #expect(gate.mayRead(isAnswerDue: false, backlog: 3))
        #expect(gate.delivered(bufferIsFull: true) == true)
        #expect(gate.delivered(bufferIsFull: true) == false)
        #expect(!gate.mayRead(isAnswerDue: false, backlog: 4))
        #expect(gate.mayRead(isAnswerDue: true, backlog: 4))
        #expect(!gate.mayRead(isAnswerDue: true, backlog: 5))
        gate.drained()
        #expect(gate.mayRead(isAnswerDue: false, backlog: 5))
    }
}
