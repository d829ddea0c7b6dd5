import ArgumentParser

/// What can be measured.
enum FigureName: String, CaseIterable, ExpressibleByArgument {
    case requestReply = "request-reply"
    case lineRate = "line-rate"
    case uploaderScaling = "uploader-scaling"
    case idle
    case coldStart = "cold-start"
    case liveDelay = "live-delay"
    case bigQueue = "big-queue"
    case scale
    case importing = "import"
    case adverts
    case ocr
    case ocrCost = "ocr-cost"

    /// Measures it.
    func measure(_ effort: Effort) async throws -> [FigureLine] {
        switch self {
        case .requestReply: try await RequestReplyFigure(effort).measure()
        case .lineRate: try await LineRateFigure(effort).measure()
        case .uploaderScaling: try await UploaderScalingFigure(effort).measure()
        case .idle: try await IdleFigure(effort).measure()
        case .coldStart: try await ColdStartFigure(effort).measure()
        case .liveDelay: try await LiveDelayFigure(effort).measure()
        case .bigQueue: try await BigQueueFigure(effort).measure()
        case .scale: try await ScaleFigure(effort).measure()
        case .importing: try await ImportFigure(effort).measure()
        case .adverts: try await AdvertFigure(effort).measure()
        case .ocr: try await OCRFigure(effort).measure()
        case .ocrCost: try await OCRCostFigure(effort).measure()
        }
    }
}
