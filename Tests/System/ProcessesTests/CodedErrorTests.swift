import CodedErrors
import FoundationEssentials
import Glibc
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

    @Test func peopleReadTheMessageWithoutTheCode() {
        let error = ProcessError(.lockFile, message: "/x/lock cannot be opened", errno: 13)
        #expect(error.plainWords == "/x/lock cannot be opened")
        #expect(error.fileWords == "/x/lock cannot be opened")
        #expect(CancellationError().plainWords == "CancellationError()")
    }

    @Test func peopleReadTheSystemsWordsOfAFilesFault() {
        #expect(POSIXError(.EACCES).fileWords == "Permission denied")
        #expect(CocoaError(.fileReadCorruptFile).fileWords == "file error 259")
    }

    @Test func anErrorIsNamedAsItsModuleNamesIt() {
        #expect(ProcessError(.output, message: "").typeName == "ProcessError")
        #expect(CancellationError().typeName == "CancellationError")
    }
}
