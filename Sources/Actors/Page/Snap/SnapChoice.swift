internal import BusContract
internal import Hummingbird
internal import MessageBus

/// The chosen seat, meter and unit for a picture.
struct SnapChoice: Sendable {
    let seat: String
    /// The seat's session that the user saw; empty without one.
    let stay: String
    let wish: DisplayWish

    /// Reads `seat`, `peripheral` and `unit` from a query.
    ///
    /// - Throws: ``PageError`` `malformed` without a seat.
    init(_ request: Request) throws {
        try self.init { request.asked($0) }
    }

    /// Reads them from a form.
    ///
    /// - Throws: ``PageError`` `malformed` without a seat.
    init(_ field: (String) -> String?) throws {
        guard let seat = field("seat") else {
            throw PageError(.malformed, text: "error.field", parts: ["field": "seat"])
        }
        self.seat = seat
        stay = field("stay") ?? ""
        wish = DisplayWish(peripheralID: field("peripheral").flatMap { Int($0) }, unit: field("unit"))
    }

    /// Refuses users without the right, unknown seats, and a seat whose person is another than the user saw.
    ///
    /// - Throws: ``PageError``.
    func check<Body, Reply>(
        _ parts: PageParts,
        rights: Rights,
        operation: MessageBus.Operation<Body, Reply>
    ) async throws {
        try rights.require(operation, seat: seat)
        guard try await parts.board.seats(for: rights).contains(seat) else {
            throw PageError(.notFound, text: "error.seat", parts: ["seat": seat])
        }
        try await parts.bus.stay(at: seat, shown: stay, as: rights)
    }

    /// The options of the seat list; a single seat is preselected.
    static func seats(_ seats: [String], chosen: String?) -> [[String: Any]] {
        let chosen = seats.count == 1 ? seats[0] : chosen
        return seats.map { ["seat": $0, "isThis": $0 == chosen] as [String: Any] }
    }

    /// The options of the meter list by type; those without a manufacturer mean any model of the type, and come first.
    static func groups(_ meters: [OCRPeripherals.Entry], language: PageTexts.Language) -> [[String: Any]] {
        var types: [String] = []
        for meter in meters where !types.contains(meter.type) { types.append(meter.type) }
        return types.map { type in
            let models = meters.filter { $0.type == type }.map { meter -> (name: String, model: [String: Any]) in
                let isAny = meter.manufacturer.isEmpty
                let name =
                    isAny ? language.word(type, of: "meter") : "\(meter.manufacturer) \(meter.model)"
                return (
                    isAny ? "" : name.lowercased(),
                    ["id": "\(meter.peripheralID)", "name": name, "units": meter.units.joined(separator: ",")]
                )
            }
            return [
                "name": language.word(type, of: "meters"),
                "meters": models.sorted { $0.name < $1.name }.map(\.model),
            ]
        }
    }
}
