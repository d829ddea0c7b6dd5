import TestSupport

/// The picture of every display that is cut out.
enum SampleCrop {
    static let bytes = SampleImages.plainPNG()
}
