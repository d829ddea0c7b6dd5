package import BusContract
package import VitalRecords

/// A grant as a worker reads it: items that cannot be read hold up none of the others.
package struct ReceivedGrant: Codable, Sendable {
    /// The known facts of an item whose record cannot be decoded.
    package struct UnreadableItem: Codable, Sendable {
        /// The record's name; nil from an older owner.
        package var logID: LogID?
        /// The delivery's own name, if it has one.
        package var delivery: LogID?
        /// The lease's number.
        package var fence: Int64
        /// The revision that was to be delivered.
        package var revision: Int
    }

    /// The grant with what can be read.
    package var grant: UploadGrant
    /// The items that cannot be read.
    package var unreadable: [UnreadableItem] = []

    /// The worker.
    package var worker: String { grant.worker }
    /// The demand that it answers.
    package var pullID: String { grant.pullID }
    /// How long its leases last.
    package var leaseSeconds: Int { grant.leaseSeconds }

    private enum CodingKeys: String, CodingKey {
        case worker
        case pullID
        case leaseSeconds
        case items
        case checks
        case images
        case mark
    }

    private enum Item: Decodable {
        case readable(UploadGrant.Item)
        case unreadable(UnreadableItem)

        init(from decoder: any Decoder) throws {
            do {
                self = .readable(try UploadGrant.Item(from: decoder))
            } catch {
                self = .unreadable(try UnreadableItem(from: decoder))
            }
        }
    }

    /// Reads a grant.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        grant = UploadGrant(
            worker: try container.decode(String.self, forKey: .worker),
            pullID: try container.decode(String.self, forKey: .pullID),
            leaseSeconds: try container.decode(Int.self, forKey: .leaseSeconds),
            items: [],
            checks: try container.decodeIfPresent([UploadGrant.Check].self, forKey: .checks),
            images: try container.decodeIfPresent([UploadGrant.Image].self, forKey: .images),
            mark: try container.decodeIfPresent(String.self, forKey: .mark)
        )
        for item in try container.decode([Item].self, forKey: .items) {
            switch item {
            case .readable(let item): grant.items.append(item)
            case .unreadable(let item): unreadable.append(item)
            }
        }
    }

    /// Writes the grant with what could be read of it.
    package func encode(to encoder: any Encoder) throws { try grant.encode(to: encoder) }
}
