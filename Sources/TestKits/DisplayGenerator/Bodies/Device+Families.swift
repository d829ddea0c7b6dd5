extension Device {
    /// A device of a family around its display.
    init(face: Face, look: PanelLook, family: DeviceFamily, dice: inout Dice) {
        let isBare = ![.plain, .common, .sideCuff, .darkCuff, .wristCuff].contains(family)
        if isBare {
            self.init(bare: face, look: look)
        } else {
            self.init(face: face, look: look, dice: &dice)
        }
        guard family != .plain else { return }
        var maker = BodyMaker(face: face, look: look, body: body, shapes: shapes)
        switch family {
        case .screenOximeter, .diodeOximeter: maker.addClip(&dice)
        case .stickThermometer: maker.addPen(&dice)
        case .infraredThermometer: maker.addHandle(&dice)
        case .floorScale: maker.addPlatform(&dice)
        case .kitchenScale: maker.addScale(&dice)
        case .wristCuff: maker.addStrap(&dice)
        default: maker.addTube(&dice)
        }
        maker.addNotes(&dice)
        (shapes, body) = (maker.shapes, maker.body)
        if isBare { addBezel() }
    }

    private init(bare face: Face, look: PanelLook) {
        (self.face, self.look) = (face, look)
        body = (0, 0, face.width, 100)
    }
}
