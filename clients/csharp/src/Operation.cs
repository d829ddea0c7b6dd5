namespace VitalBus
{
    /// <summary>An operation of an actor, with the types of what it takes and gives.</summary>
    public sealed class Operation<TRequest, TReply>
    {
        /// <summary>Names an operation.</summary>
        public Operation(string actor, string name)
        {
            Actor = actor;
            Name = name;
        }

        public string Actor { get; private set; }
        public string Name { get; private set; }
        /// <summary>Whether its actor serves the whole site.</summary>
        public bool IsSites { get { return Actor == "session-manager" || Actor == "uploader"; } }
    }

    /// <summary>An event or a state: its topic below a hub, and the `type` of its messages.</summary>
    public sealed class Told<TPayload>
    {
        /// <summary>Names what is told.</summary>
        public Told(string template, string type)
        {
            Template = template;
            Type = type;
        }

        public string Template { get; private set; }
        public string Type { get; private set; }
        public bool IsEvent { get { return Template.StartsWith("event/"); } }
    }
}
