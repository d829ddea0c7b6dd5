import TestSupport

/// The picture used for every display that is cut out.
enum SampleCrop {
    static let bytes = SampleImages.plainPNG()
}
