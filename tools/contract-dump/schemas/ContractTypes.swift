internal import BusContract
internal import MessageBus

/// An optional that is written as `null`.
protocol NullableField { static var wrapped: any Decodable.Type { get } }
/// A list of one type.
protocol ListField { static var element: any Decodable.Type { get } }
/// Values of one type by names.
protocol TableField { static var value: any Decodable.Type { get } }
/// A reply, with a result of one type.
protocol ReplyMessage { static var result: any Decodable.Type { get } }

/// An id that is checked when it is read.
protocol CheckedField { static var wrapped: any Decodable.Type { get } }

extension CheckedID: CheckedField { static var wrapped: any Decodable.Type { Value.self } }
extension ExplicitNull: NullableField { static var wrapped: any Decodable.Type { Value.self } }
extension Array: ListField where Element: Decodable { static var element: any Decodable.Type { Element.self } }
extension Dictionary: TableField where Key == String, Value: Decodable {
    static var value: any Decodable.Type { Value.self }
}
extension ReplyPayload: ReplyMessage { static var result: any Decodable.Type { Result.self } }
