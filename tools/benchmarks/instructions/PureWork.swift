import BusContract
import ByteScan
import DeviceCodecs
import Foundation
import MessageBus

/// A request's envelope, written and read.
struct EnvelopeWork {
    func run(_ times: Int) throws {
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        for number in 0..<times {
            var envelope = Envelope(
                id: "01900000-0000-7000-8000-000000000000",
                source: try EchoContract.caller().source,
                type: EchoContract.echo.request.descriptor.type,
                time: time,
                data: EchoBody(text: String(repeating: "x", count: EchoBench.textLength))
            )
            envelope.epoch = 1_800_000_000_000
            envelope.seq = Int64(1_000 + number)
            envelope.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            envelope.correlationid = envelope.id
            envelope.replyto = "vitalbus/v1/bench/site/vitalbus/bench/reply"
            envelope.deadline = time
            let read = try Envelope<EchoBody>.decode(try envelope.encoded())
            guard read.seq == envelope.seq, read.data == envelope.data else { throw BenchError("the envelope differs") }
        }
    }
}

/// A blood pressure frame, decoded.
struct FrameWork {
    private static let frame: [UInt8] = [
        0x1e, 0x7c, 0x00, 0x56, 0x00, 0x61, 0x00, 0xe8, 0x07, 0x06, 0x0f, 0x11, 0x11, 0x1b, 0x33, 0x00, 0x05, 0x10,
        0x00,
    ]

    func run(_ times: Int) throws {
        for _ in 0..<times {
            let frame = try DeviceFrame(characteristic: .bloodPressureMeasurement, bytes: Self.frame)
            guard case .measurement(let measurement) = frame, measurement.userIndex == 5 else {
                throw BenchError("the frame is read wrongly")
            }
        }
    }
}

/// A block of an export's tags, walked.
struct ScannerWork {
    private static let tags = 200

    func run(_ times: Int) throws {
        let block = Array((0..<Self.tags).map(Self.tag).joined().utf8)
        for _ in 0..<times {
            var walker = TagWalker()
            var (start, seen) = (0, 0)
            while start < block.count,
                case .complete(let next, _) = walker.walk(block.span, from: start, to: block.count)
            {
                (start, seen) = (next, seen + walker.count)
            }
            guard start == block.count, seen == Self.tags * 8 else { throw BenchError("the tags are read wrongly") }
        }
    }

    private static func tag(_ number: Int) -> String {
        let minute = String(format: "%02d", number % 60)
        return #" type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" sourceVersion="10.1" unit="count/min""#
            + #" creationDate="2026-01-01 10:\#(minute):01 +0100" startDate="2026-01-01 10:\#(minute):00 +0100""#
            + #" endDate="2026-01-01 10:\#(minute):00 +0100" value="\#(50 + number % 90)"/>"#
    }
}
