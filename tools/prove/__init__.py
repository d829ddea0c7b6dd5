"""Shared by all tools that try, strike or count at a hub: the README in this folder lists each module's contents."""
