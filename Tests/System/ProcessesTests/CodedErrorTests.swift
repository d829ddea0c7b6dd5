import CodedErrors
import Processes
import Testing

struct CodedErrorTests {
    private enum PlainCode: String, ErrorCode {
        case broken
    }

    @Test func theCodeSaysWhetherARetryHelpsUnlessTheErrorDoes() {
        #expect(ProcessError(.locked, message: "held").isRetriable)
        #expect(!ProcessError(.locked, message: "held", isRetriable: false).isRetriable)
        #expect(!CodedError<PlainCode>(.broken, message: "in two").isRetriable)
        #expect(CodedError<PlainCode>(.broken, message: "in two", isRetriable: true).isRetriable)
    }

    @Test func wordsBeginWithTheCode() {
        #expect("\(ProcessError(.lockFile, message: "cannot be opened", errno: 13))" == "lockFile: cannot be opened")
    }

    @Test func anErrorIsNamedAsItsModuleNamesIt() {
        #expect(ProcessError(.output, message: "").typeName == "ProcessError")
        #expect(CancellationError().typeName == "CancellationError")
    }
}
