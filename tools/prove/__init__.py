"""What all tools share that try, strike or count at a hub: the README beside this file says what each module has."""
