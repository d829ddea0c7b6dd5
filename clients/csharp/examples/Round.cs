// A whole round at a hub: a session, a paired cuff, its reading confirmed, and a photo of a display confirmed.
//
//     mono round.exe desk.vitalbus SEAT USER ORGANIZATION DEVICE-NAME PASSKEY PHOTO < token
//
// The folder is what `vitalbus user add desk --role operator` has written. A line is printed for each step.

using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using VitalBus;
using VitalBus.Contract;

internal sealed class Person : IPeripheralControllerDelegate, IOcrControllerDelegate
{
    private readonly string passkey;

    public Person(string passkey)
    {
        this.passkey = passkey;
    }

    public void IsReadyToRead(PeripheralEvent device) { }
    public void DidFailToRead(PeripheralDidFail failure) { }
    public void DidCancelReading(PeripheralDidCancel cancelled) { }
    public void DidPair(PeripheralPaired paired) { }
    public void DidNotPair(PeripheralDidFail failure) { }
    public void DidProcessResult(OCRDidProcessResult result) { }
    public void DidCompleteReading(OCRDidCompleteReading reading) { }
    public void DidCancel(OCRDidCancel cancelled) { }
    public void CameraUnavailable(OCRCameraUnavailable camera) { }

    public bool ShouldSubmit(PeripheralDidRead read)
    {
        var values = read.Records.Last().Measurements.Select(one => one.Metric + " " + one.Value + " " + one.Unit);
        Console.WriteLine("read " + string.Join(", ", values) + ": " + read.Disposition);
        return true;
    }

    public AnswerPasskey PasskeyRequested(PasskeyRequested question)
    {
        return question.Kind == "enter" ? new AnswerPasskey { Request = question.Request, Passkey = passkey } : null;
    }
}

internal static class Round
{
    private const long Peripheral = 3000;

    private static int Main(string[] words)
    {
        try
        {
            Play(words).GetAwaiter().GetResult();
            return 0;
        }
        catch (BusFault fault)
        {
            Console.Error.WriteLine(fault.Message);
            return 1;
        }
    }

    private static async Task Play(string[] words)
    {
        string seat = words[1], name = words[4];
        var person = new Person(words[5]);
        using (var client = await BusClient.ConnectAsync(Account.FromFolder(words[0])))
        using (var session = await Session.OfAsync(client, seat))
        using (var controller = await PeripheralController.OfAsync(client, person))
        using (var displays = await OcrController.OfAsync(client, person))
        {
            var user = new User { UserId = words[2], OrganizationId = words[3], AccessToken = Console.In.ReadToEnd().Trim() };
            var started = await session.StartAsync(user);
            Console.WriteLine("session " + started.SessionID + " of seat " + started.Seat);

            string device = null;
            while (device == null)
            {
                device = (await controller.InSightAsync()).Where(one => one.Name == name).Select(one => one.Device).FirstOrDefault();
                await Task.Delay(200);
            }
            await Patiently(() => controller.PairAsync(device, Peripheral, seat));
            Console.WriteLine("paired " + device);

            var decided = await Patiently(() => controller.ReadAsync(Peripheral, session, device));
            Console.WriteLine("confirmed " + decided.Outcome + ", record " + decided.LogID);

            var job = await displays.ReadPhotoAsync(File.ReadAllBytes(words[6]), seat, new DisplayWish { Type = "bloodPressure" });
            Console.WriteLine("photo " + job.State + ": " + (job.Result == null ? job.Error.Message : job.Result.Text.Replace("\n", " ")));
            decided = await session.ConfirmAsync(job.ReadingKey);
            Console.WriteLine("confirmed " + decided.Outcome + ", record " + decided.LogID);
        }
    }

    /// <summary>Asks again while somebody else's device is being read.</summary>
    private static async Task<T> Patiently<T>(Func<Task<T>> ask)
    {
        while (true)
        {
            try
            {
                return await ask();
            }
            catch (BusFault fault)
            {
                if (!fault.IsRetriable) throw;
            }
            await Task.Delay(200);
        }
    }
}
