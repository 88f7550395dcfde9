// Loaded before a server: its stdin is a pipe from the console, which closes however the console ends.
process.stdin.once("close", () => process.kill(process.pid, "SIGTERM")).resume();
