// What the C# client says where something is not as it should be: a line of JSON each, [what, code].
//
//     mono faults.exe FOLDER PASSWORD

using System;
using System.Threading.Tasks;
using Newtonsoft.Json;
using VitalBus;
using VitalBus.Contract;

internal static class Faults
{
    private static void Main(string[] words)
    {
        All(words[0], words[1]).GetAwaiter().GetResult();
    }

    private static async Task Refused(string what, Func<Task> ask)
    {
        var code = "nothing";
        try
        {
            await ask();
        }
        catch (BusFault fault)
        {
            code = fault.Code;
        }
        catch (Exception other)
        {
            code = other.ToString();
        }
        Console.WriteLine(JsonConvert.SerializeObject(new[] { what, code }));
    }

    private static Operation<object, object> Named(string actor, string name)
    {
        return new Operation<object, object>(actor, name);
    }

    private static async Task All(string folder, string password)
    {
        var account = Account.FromFolder(folder);
        using (var client = await BusClient.ConnectAsync(account))
        {
            var session = Named("session-manager", "session");
            await Refused("a seat that is not there", () => client.CallAsync(session, new { seat = "nowhere" }));
            await Refused("a body without its field", () => client.CallAsync(session, new { }));
            await Refused("an operation that is not there", () => client.CallAsync(Named("session-manager", "nothing"), new { }));
            await Refused("a hub that is not the site's", () => client.CallAsync(Named("device-reader", "cancel"), new { }, "room-99"));
            var large = new { path = new string('x', 70000) };
            await Refused("a body past 64 KiB", () => client.CallAsync(Named("health-importer", "importFile"), large));
            await Refused("a request that nobody can meet", () => client.CallAsync(Named("session-manager", "seats"), new { }, seconds: 0.0001));
            await Refused("no state of such a seat", () => client.StateAsync(States.SessionState, "site", "nowhere", 0.3));
        }
        account.Password = "wrong";
        await Refused("a wrong password", () => BusClient.ConnectAsync(account));
        await Program(account, password);
    }

    private static async Task Program(Account person, string password)
    {
        var account = new Account { Site = person.Site, Name = "house", Password = password, Host = person.Host, Port = person.Port, Authority = person.Authority };
        using (var client = await BusClient.ConnectAsync(account))
        {
            await Refused("a program that asks", () => client.CallAsync(Named("session-manager", "processQueue"), new { }));
            await Refused("a program that hears a passkey", () => client.ListenAsync(Events.PasskeyRequested, asked => { }));
        }
    }
}
