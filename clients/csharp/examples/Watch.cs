// Prints what becomes somebody's record, also after lost connections, until it is stopped.
//
//     mono watch.exe desk.vitalbus
//
// For each reading its seat, its key and, where the seat shares them, its values.

using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using VitalBus;
using VitalBus.Contract;

internal static class Watch
{
    private static void Main(string[] words)
    {
        Listen(words[0]).GetAwaiter().GetResult();
    }

    private static async Task Listen(string folder)
    {
        using (var client = await BusClient.ConnectAsync(Account.FromFolder(folder)))
        using (await client.ListenAsync(Events.ReadingQueued, Show))
        {
            Console.WriteLine("listening");
            await Task.Delay(Timeout.Infinite);
        }
    }

    private static void Show(ReadingQueued queued)
    {
        var values = queued.Record.Measurements.Select(one => one.Metric + " " + one.Value + " " + one.Unit);
        Console.WriteLine(queued.Seat + " " + queued.Record.ReadingKey + " " + string.Join(", ", values));
    }
}
