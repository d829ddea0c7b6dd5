internal import BusContract
internal import VitalRecords

/// Fills the page where a device or model is chosen.
struct ChoiceView {
    let language: PageTexts.Language
    let instructions: InstructionView
    let seat: String
    let hub: String

    /// The template's values for all choices.
    func model(_ choices: MeasureChoices) -> [String: Any] {
        [
            "devices": choices.devices.map { device in
                var model = instructions.model(device.peripheral)
                model["own"] = device.name ?? ""
                model["whose"] = whose(device.owner)
                model["isPaired"] = device.isPaired
                model["address"] = address(device.peripheral, device: device.device.description)
                return model
            },
            "none": choices.devices.isEmpty,
            "unread": choices.unread.map(unread),
            "models": choices.models.map { peripheral in
                var model = instructions.model(peripheral)
                model["address"] = address(peripheral, device: nil)
                return model
            },
            "again": "/measure?seat=\(seat.escaped)&hub=\(hub.escaped)",
        ]
    }

    /// The template's values for the choice, before the measurement starts.
    ///
    /// - Parameter named: The device as the request named it, in sight or not.
    func model(_ peripheral: PeripheralView, device: MeasureChoices.Device?, named: String?) -> [String: Any] {
        var model = instructions.model(peripheral)
        model["device"] = named ?? ""
        model["own"] = device?.name ?? ""
        let isUnpaired = device?.isPaired == false
        model["wantsPairing"] = isUnpaired && peripheral.requiresPairing
        model["mayPair"] = isUnpaired
        if let device {
            model["whose"] = whose(device.owner)
            if case .another(let other) = device.owner {
                model["warning"] = language["measure.another", ["seat": seat, "other": other]]
            }
        }
        return model
    }

    private func unread(_ device: MeasureChoices.Unread) -> [String: Any] {
        let name = ["name": device.name]
        guard let missing = device.missing else { return ["words": language["measure.noDriver", name]] }
        return ["words": language["measure.unread", name], "missing": missing]
    }

    private func whose(_ owner: MeasureChoices.Owner) -> String {
        switch owner {
        case .nobody: language["measure.shared"]
        case .several: language["measure.several"]
        case .seat: language["measure.own", ["seat": seat]]
        case .another(let other): language["measure.own", ["seat": other]]
        }
    }

    private func address(_ peripheral: PeripheralView, device: String?) -> String {
        let place = "/measure?seat=\(seat.escaped)&hub=\(hub.escaped)&peripheral=\(peripheral.peripheralID)"
        return device.map { "\(place)&device=\($0.escaped)" } ?? place
    }
}
