using System;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace VitalBus
{
    /// <summary>The frame of a message: CloudEvents 1.0 with the contract's extensions.</summary>
    internal sealed class Envelope
    {
        /// <summary>Bytes of a message.</summary>
        public const int Limit = 65536;
        private static readonly JsonSerializerSettings Settings =
            new JsonSerializerSettings { DateParseHandling = DateParseHandling.None, FloatParseHandling = FloatParseHandling.Decimal };

        public JObject Text { get; private set; }
        public string Id { get { return (string)Text["id"]; } }
        public string Type { get { return (string)Text["type"]; } }
        public string Correlation { get { return (string)Text["correlationid"]; } }

        /// <summary>A request.</summary>
        public Envelope(Account account, string type, object data, string id, long epoch, long number, TimeSpan timeout)
        {
            var now = DateTime.UtcNow;
            Text = new JObject(
                new JProperty("specversion", "1.0"), new JProperty("id", id ?? NewId()), new JProperty("source", account.Source),
                new JProperty("type", type), new JProperty("time", Instant(now)), new JProperty("datacontenttype", "application/json"),
                new JProperty("epoch", epoch), new JProperty("seq", number), new JProperty("correlationid", NewId()),
                new JProperty("replyto", account.ReplyTopic), new JProperty("deadline", Instant(now + timeout)),
                new JProperty("data", JToken.FromObject(data, JsonSerializer.Create(Settings))));
        }

        private Envelope(JObject text)
        {
            Text = text;
        }

        /// <summary>The message's bytes.</summary>
        public byte[] Encoded()
        {
            var payload = Encoding.UTF8.GetBytes(Text.ToString(Formatting.None));
            if (payload.Length <= Limit) return payload;
            throw new BusFault("payloadTooLarge", "a message has " + Limit + " bytes at most, not " + payload.Length);
        }

        /// <summary>The envelope; null for what is none of CloudEvents 1.0.</summary>
        public static Envelope Decoded(byte[] payload)
        {
            if (payload.Length > Limit) return null;
            try
            {
                var text = JsonConvert.DeserializeObject<JObject>(Encoding.UTF8.GetString(payload), Settings);
                return text != null && (string)text["specversion"] == "1.0" && text["data"] != null ? new Envelope(text) : null;
            }
            catch (JsonException)
            {
                return null;
            }
        }

        /// <summary>The content, or a member of it.</summary>
        public T Data<T>(string member = null)
        {
            var data = member == null ? Text["data"] : Text["data"][member];
            return data == null ? default(T) : data.ToObject<T>(JsonSerializer.Create(Settings));
        }

        /// <summary>A UUIDv7: it begins with the time, so that newer ids are greater.</summary>
        public static string NewId()
        {
            var bytes = Sealing.Random(16);
            var time = Milliseconds();
            for (var place = 5; place >= 0; place--, time >>= 8) bytes[place] = (byte)time;
            bytes[6] = (byte)(0x70 | bytes[6] & 0x0f);
            bytes[8] = (byte)(0x80 | bytes[8] & 0x3f);
            var text = BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
            foreach (var place in new[] { 20, 16, 12, 8 }) text = text.Insert(place, "-");
            return text;
        }

        public static long Milliseconds()
        {
            return (DateTime.UtcNow - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).Ticks / TimeSpan.TicksPerMillisecond;
        }

        private static string Instant(DateTime time)
        {
            return time.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", System.Globalization.CultureInfo.InvariantCulture);
        }
    }
}
