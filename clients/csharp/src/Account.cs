using System.Collections.Generic;
using System.IO;

namespace VitalBus
{
    /// <summary>Who a client is at the broker, and where that is.</summary>
    public sealed class Account
    {
        public string Site, Name, Password;
        /// <summary>The hub that stands in its name; `site` for a program's.</summary>
        public string Hub = "site";
        /// <summary>`vitalbus` for a person's account, `integration` for a program's.</summary>
        public string Actor = "integration";
        public string Host = "localhost";
        public int Port = 8885;
        /// <summary>The file of the certificate that the broker is trusted by; null for a port without TLS on this machine.</summary>
        public string Authority;

        /// <summary>The folder that `vitalbus user add NAME` has written.</summary>
        public static Account FromFolder(string folder)
        {
            var known = new Dictionary<string, string>();
            foreach (var line in File.ReadAllLines(Path.Combine(folder, "vitalbus.yaml")))
            {
                var colon = line.IndexOf(": ");
                if (colon > 0 && line[0] != '#') known[line.Substring(0, colon).Trim()] = line.Substring(colon + 2).Trim();
            }
            return new Account
            {
                Site = known["site"], Hub = known["hub"], Actor = "vitalbus", Name = known["bus.username"],
                Password = File.ReadAllText(Path.Combine(folder, known["bus.password-file"])).Trim(),
                Host = known["bus.host"], Port = int.Parse(known["bus.port"]),
                Authority = Path.GetFullPath(Path.Combine(folder, known["bus.tls.authority"])),
            };
        }

        /// <summary>The last level of its request topics.</summary>
        public string Principal { get { return Hub + "." + Actor + "." + Name; } }
        public string Source { get { return "/" + Site + "/" + Hub + "/" + Actor + "/" + Name; } }
        public string ReplyTopic { get { return Topic("reply/" + Actor + "-" + Name, Hub); } }

        public string Topic(string leaf, string hub)
        {
            return "vitalbus/v1/" + Site + "/" + hub + "/" + leaf;
        }
    }
}
