import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OCRTools
import TestSupport
import Testing

@testable import OCRWorkerActor

/// The messages that cross the broker for a photo.
@Suite struct PhotoTravelTests {
    /// A JPEG that keeps its size when it is cleaned; it is not decoded here.
    private func picture(of size: Int) -> [UInt8] {
        let small = SampleImages.jpeg(hiding: "")
        let end = small.suffix(2)
        let filling = (0..<(size - small.count)).map { UInt8(truncatingIfNeeded: $0 &* 31 % 251) }
        return Array(small.dropLast(2)) + filling + end
    }

    @Test func aPhotosBytesCrossOnce() async throws {
        let site = try WorkerSite()
        let picture = picture(of: 9_900_000)
        let parts = (picture.count + 39_999) / 40_000
        let box = EventBox()
        let all = try await site.broker.connect().subscribe(to: [try TopicFilter("vitalbus/v1/home/#")])
        let watch = Task { for await message in all { box.add(message) } }
        defer { watch.cancel() }
        try await site.running { _ in
            let name = try await site.hand(picture)
            let body = RecognizePicture(sha256: name, holds: false)
            _ = try await site.call(OCRTopics.recognize, body, id: "job-1")
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidProcessResult).isEmpty }
            // The watch here is another reader, and may still be behind.
            let last = "/" + OCRTopics.ocrDidProcessResult.descriptor.template
            try await eventually("the watch has seen it") { box.all.contains { $0.topic.hasSuffix(last) } }
        }
        let requests = box.all.filter { $0.topic.contains("/request/") }
        #expect(requests.count { $0.topic.contains("picturePart") } == parts)
        #expect(requests.count == parts + 2, "its announcement and the wish beside the parts")
        let bytes = box.all.reduce(0) { $0 + $1.payload.count }
        #expect(bytes < picture.count * 3 / 2, "once, as base64")
    }
}
