internal import BusContract

extension MeasureMachine.Pairing {
    /// Reads the form; this rejects fields that are not numbers, and the reader checks the rest.
    ///
    /// - Throws: ``PageError`` `malformed`, which never contains the input.
    init(_ form: PageForm) throws {
        isShared = form["for"] != "seat"
        let (user, digits) = (Self.said(form, named: "user"), Self.said(form, named: "pin"))
        let day = Self.said(form, named: "birthDate")
        let sex = Self.said(form, named: "sex")
        let height = Self.said(form, named: "height")
        guard [user, digits, day, sex, height].contains(where: { $0 != nil }) else { return }
        // An unassigned device cannot have a user for the seat.
        guard !isShared else { throw PageError(.malformed, text: "measure.personSeat") }
        userIndex = try Self.number(user)
        pin = digits
        guard (userIndex == nil) == (pin == nil) else { throw PageError(.malformed, text: "measure.pinUser") }
        let tall = try Self.number(height)
        if day != nil || sex != nil || tall != nil {
            person = ScalePerson(birthDate: day, sex: sex.map { ScaleSex(rawValue: $0) }, height: tall)
        }
    }

    private static func number(_ text: String?) throws -> Int? {
        guard let text else { return nil }
        guard let number = Int(text) else { throw PageError(.malformed, text: "measure.wholeNumber") }
        return number
    }

    private static func said(_ form: PageForm, named name: String) -> String? {
        let text = form.raw(name).filter { !$0.isWhitespace }
        return text.isEmpty ? nil : text
    }
}
