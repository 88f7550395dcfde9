import { Writable } from "node:stream";

/** Takes stdout for the protocol: whatever else writes there from now on comes out on stderr. */
export function claimStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const protocol = new Writable({
    decodeStrings: false,
    highWaterMark: stdout.writableHighWaterMark,
    write: (chunk: string, _encoding, done) => void write(chunk, (error) => done(error ?? null)),
  });
  stdout.on("error", (error) => protocol.destroy(error));
  return protocol;
}
