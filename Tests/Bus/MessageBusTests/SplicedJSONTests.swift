import Foundation
import MessageBus
import Testing

@Suite struct SplicedJSONTests {
    private struct Frame: Encodable {
        var a = 1
        var b = "x"
    }

    @Test func membersAreTakenOverAsTheyAre() throws {
        var object = try SplicedObject(Frame())
        object.append("c", json: Array(#"{"d":[1,2]}"#.utf8))
        object.append("e", list: [Array("1".utf8), Array("null".utf8)])
        object.append("f", list: [])
        let text = String(decoding: object.encoded, as: UTF8.self)
        #expect(text == #"{"a":1,"b":"x","c":{"d":[1,2]},"e":[1,null],"f":[]}"#)
        #expect(SplicedObject().encoded == Array("{}".utf8))
        #expect(throws: BusError.self) { _ = try SplicedObject([1]) }
    }

    @Test(arguments: [
        "{}", " { } ", #"{"a":1}"#, #"{"a":[1,-2.5e+10,0.5,true,false,null,"x\n\u00e9\\"],"b":{"c":{}}}"#,
        "{\"ä\":\"😀\"}", #"{"a":1,"a":2}"#, #"{"a":0}"#,
    ])
    func anObjectPasses(text: String) { #expect(JSONCheck.isObject(Array(text.utf8))) }

    @Test(arguments: [
        "", " ", "[]", "1", "{", "}", "{}}", "{}{}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{a:1}"#,
        #"{"a":01}"#, #"{"a":1.}"#, #"{"a":-}"#, #"{"a":1e}"#, #"{"a":tru}"#, #"{"a":"x}"#, #"{"a":"\x"}"#,
        #"{"a":"\u12g4"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\n\"}", #"{"a":[1,]}"#, #"{"a":[1 2]}"#, "\u{FEFF}{}",
    ])
    func anythingElseDoesNot(text: String) { #expect(!JSONCheck.isObject(Array(text.utf8))) }

    @Test func bytesThatAreNoTextDoNotPass() {
        #expect(!JSONCheck.isObject(Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)))
        #expect(!JSONCheck.isObject(Array(String(repeating: #"{"a":"#, count: 100_000).utf8)))
    }

    /// Foundation can read everything that the check accepts.
    @Test func everyCutOfAnObjectIsJudgedAsFoundationDoes() {
        let whole = Array(#"{"a":[1,-2.5e+10,true,null,"x\né"],"b":{"c":0.5}}"#.utf8)
        for place in whole.indices {
            for byte in Array(#"{}[]",:0e.\x"#.utf8) {
                var bytes = whole
                bytes[place] = byte
                let read = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
                // Foundation overlooks some errors; nothing that it rejects may pass.
                if !read { #expect(!JSONCheck.isObject(bytes), "\(String(decoding: bytes, as: UTF8.self))") }
            }
        }
    }
}
