/// One step into a JSON value.
enum JSONStep: Hashable {
    case key(String)
    case index(Int)
}
