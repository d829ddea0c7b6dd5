"""The virtual radio: a Bluetooth controller and health devices on one simulated air."""
