"""What takes long, outside the event loop: processes that are asked, taking turns among those who ask, and threads of which there are few."""
