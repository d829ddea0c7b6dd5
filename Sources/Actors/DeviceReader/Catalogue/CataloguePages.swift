internal import BusContract
internal import MessageBus

/// The catalogue's entries in pages, each as long as one message allows.
///
/// Pure.
struct CataloguePages: Sendable {
    /// Bytes of the message around the entries: some 600 with the longest names.
    private static let envelope = 1_024
    /// The largest number of bytes of a page's entries.
    static let limit = BusMessage.payloadLimit - envelope

    /// The pages in order; one empty page without entries.
    let pages: [[PeripheralView]]

    /// Cuts a list.
    ///
    /// - Parameter limit: The largest number of bytes of a page's entries; an entry above it has its own page.
    /// - Throws: `EncodingError`.
    init(_ entries: [PeripheralView], limit: Int = limit) throws {
        var pages: [[PeripheralView]] = [[]]
        var used = 0
        for entry in entries {
            // A comma separates entries.
            let size = try WireJSON.encode(entry).count + 1
            if used + size > limit, pages.last?.isEmpty == false {
                pages.append([])
                used = 0
            }
            pages[pages.count - 1].append(entry)
            used += size
        }
        self.pages = pages
    }

    /// The answer to a request for a page; past the last page it has no entries.
    ///
    /// A request without a page gets the first, so that a program that knows no pages reads what fits.
    ///
    /// - Throws: `BusError` `invalidArgument` for a page below 1.
    func answer(_ page: Int?) throws -> SupportedPeripherals {
        let number = page ?? 1
        guard number >= 1 else {
            throw BusError(.invalidArgument, message: "the page must be at least 1, but is \(number)")
        }
        return SupportedPeripherals(
            peripherals: number <= pages.count ? pages[number - 1] : [],
            page: number,
            pages: pages.count
        )
    }
}
