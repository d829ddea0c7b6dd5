import DeviceCodecs
import Testing

@Suite struct DeviceInformationTests {
    @Test(arguments: [
        "Manufacturer Name", "ManufacturerName", "manufacturer_name", "Model Number", "Serial Number", "N/A", "unknown",
        "None", "0", "000000", "0000-0000", "-", "...", "  ", "", "xxxx",
    ])
    func aPlaceholderIsNoName(text: String) {
        #expect(DeviceInformation.text(Array(text.utf8)) == nil)
    }

    @Test(arguments: ["Beurer GmbH", "A&D Medical", "BM 57", "925", "X4 Smart", "0042"])
    func aNameIsKeptAsItIs(text: String) {
        #expect(DeviceInformation.text(Array(text.utf8)) == text)
    }

    @Test func aNameEndsAtAZeroAndHasNoSpacesAround() {
        #expect(DeviceInformation.text(Array(" OMRON \u{0}junk".utf8)) == "OMRON")
        #expect(DeviceInformation.text([0xFF, 0x41, 0x0A, 0x42]) == "AB")
        #expect(DeviceInformation.text([UInt8](repeating: 0x41, count: 200))?.count == 64)
    }
}
