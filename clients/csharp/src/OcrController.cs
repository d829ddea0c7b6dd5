using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>What is told while a display is read.</summary>
    public interface IOcrControllerDelegate
    {
        /// <summary>A picture or a frame was looked at.</summary>
        void DidProcessResult(OCRDidProcessResult result);
        /// <summary>A display was read; the reading waits for a person.</summary>
        void DidCompleteReading(OCRDidCompleteReading reading);
        void DidCancel(OCRDidCancel cancelled);
        void CameraUnavailable(OCRCameraUnavailable camera);
    }

    /// <summary>Has the displays of meters read, from photos and from cameras of a hub.</summary>
    public sealed class OcrController : IDisposable
    {
        // More rounds than a picture has parts.
        private const int Rounds = 1000;
        private readonly BusClient client;
        private readonly string hub;
        private readonly List<IDisposable> heard = new List<IDisposable>();

        private OcrController(BusClient client, string hub)
        {
            this.client = client;
            this.hub = hub ?? client.Account.Hub;
        }

        public static async Task<OcrController> OfAsync(BusClient client, IOcrControllerDelegate told, string hub = null)
        {
            var made = new OcrController(client, hub);
            made.heard.Add(await client.ListenAsync(Events.OcrDidProcessResult, told.DidProcessResult, made.hub));
            made.heard.Add(await client.ListenAsync(Events.OcrDidCompleteReading, told.DidCompleteReading, made.hub));
            made.heard.Add(await client.ListenAsync(Events.OcrDidCancel, told.DidCancel, made.hub));
            made.heard.Add(await client.ListenAsync(Events.OcrCameraUnavailable, told.CameraUnavailable, made.hub));
            return made;
        }

        /// <summary>The meters that are known by their displays.</summary>
        public Task<OCRPeripherals> PeripheralsAsync()
        {
            return client.CallAsync(OcrWorkerOperations.OcrPeripherals, new OCRPeripheralsRequest(), hub);
        }

        /// <summary>The drawing that shows where a meter belongs in a preview of that size.</summary>
        public Task<Overlay> OverlayAsync(long peripheral, long width, long height)
        {
            var body = new OverlayRequest { PeripheralID = peripheral, Width = width, Height = height };
            return client.CallAsync(OcrWorkerOperations.Overlay, body, hub);
        }

        /// <summary>Has a photo read (JPEG, PNG, HEIC, AVIF); the reading is held until somebody confirms it.</summary>
        public async Task<OCRJob> ReadPhotoAsync(byte[] photo, string seat = null, DisplayWish wish = null, int seconds = 120)
        {
            var sha256 = Hash(photo);
            var received = await HandOver(photo, sha256);
            var body = new RecognizePicture { Sha256 = received.Sha256, Seat = seat, Wish = wish };
            // The request's id is the job's.
            var id = Envelope.NewId();
            for (var end = DateTime.UtcNow.AddSeconds(seconds); DateTime.UtcNow < end; await Task.Delay(300))
            {
                var job = await client.CallAsync(OcrWorkerOperations.Recognize, body, hub, 10, id);
                if (job.State != "waiting") return await WithHeld(job, seat);
            }
            throw BusFault.Late("the photo was not read", TimeSpan.FromSeconds(seconds));
        }

        /// <summary>Reads a camera or a stream of the hub until frames agree; results are told to the delegate.</summary>
        public Task<OCRJob> StartReadingAsync(StartReading body)
        {
            return client.CallAsync(OcrWorkerOperations.StartReading, body, hub);
        }

        public Task<CancelledOCR> CancelAsync(string job = null)
        {
            return client.CallAsync(OcrWorkerOperations.Cancel, new CancelOCR { JobID = job }, hub);
        }

        public void Dispose()
        {
            foreach (var one in heard) one.Dispose();
        }

        /// <summary>The session manager has the reading a moment after the worker has read it.</summary>
        private async Task<OCRJob> WithHeld(OCRJob job, string seat)
        {
            for (var end = DateTime.UtcNow.AddSeconds(5); job.Held == true && DateTime.UtcNow < end; await Task.Delay(100))
            {
                for (long page = 1, pages = 1; page <= pages; page++)
                {
                    var body = new PageRequest { Seat = seat, Page = page };
                    var answer = await client.CallAsync(SessionManagerOperations.HeldReadings, body);
                    if (answer.Readings.Any(one => one.Reading.ReadingKey == job.ReadingKey)) return job;
                    pages = answer.Pages;
                }
            }
            return job;
        }

        private async Task<PictureReceived> HandOver(byte[] photo, string sha256)
        {
            var announcement = new PutPicture { Sha256 = sha256, Size = photo.Length };
            var answer = await client.CallAsync(OcrWorkerOperations.PutPicture, announcement, hub);
            for (var round = 0; answer.State == "wanted" && round < Rounds; round++)
            {
                if (answer.Missing.Count == 0)
                {
                    // Somebody else's last part is being checked.
                    await Task.Delay(200);
                    answer = await client.CallAsync(OcrWorkerOperations.PutPicture, announcement, hub);
                    continue;
                }
                var size = Math.Max(1, answer.PartSize);
                var bytes = photo.Skip((int)(answer.Missing[0] * size)).Take((int)size).ToArray();
                var part = new PicturePart { Sha256 = sha256, Index = answer.Missing[0], Data = Convert.ToBase64String(bytes) };
                answer = await client.CallAsync(OcrWorkerOperations.PicturePart, part, hub);
            }
            if (answer.State == "wanted") throw new BusFault("busy", "the picture was not accepted: try again", true);
            return answer;
        }

        private static string Hash(byte[] bytes)
        {
            using (var hash = SHA256.Create()) return BitConverter.ToString(hash.ComputeHash(bytes)).Replace("-", "").ToLowerInvariant();
        }
    }
}
