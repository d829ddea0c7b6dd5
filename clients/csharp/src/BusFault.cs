using System;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>What an actor answered, or why it could not be asked: the one shape of an error.</summary>
    /// <remarks>The client's own codes are `notConnected`, `noResponder`, `deadlineExceeded` and `notAuthorized`.</remarks>
    public sealed class BusFault : Exception
    {
        public BusFault(string code, string message, bool isRetriable = false) : base(code + ": " + message)
        {
            Code = code;
            IsRetriable = isRetriable;
        }

        public BusFault(Fault fault) : this(fault.Code, fault.Message, fault.Retriable) { }

        /// <summary>The contract's code; go by <see cref="IsRetriable"/> where you do not know it.</summary>
        public string Code { get; private set; }
        public bool IsRetriable { get; private set; }

        /// <summary>Nothing came in time.</summary>
        public static BusFault Late(string what, TimeSpan timeout)
        {
            return new BusFault("deadlineExceeded", what + " within " + timeout.TotalSeconds + " s", true);
        }
    }
}
