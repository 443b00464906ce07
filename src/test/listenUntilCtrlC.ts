/** Runs `observe otlp --listen`, sends it spans as an SDK does, and presses Ctrl-C once it has taken them. */
import type { CommandCall, CommandResult, RunFaultline } from './faultlineCommand';
import { otlpProtobuf, type SaidSpan } from './spans';

export async function listenUntilCtrlC(
  run: RunFaultline,
  spans: readonly SaidSpan[],
  args: readonly string[],
  call: CommandCall = {},
): Promise<CommandResult> {
  const ctrlC = new AbortController();
  let sent: Promise<number> | undefined;
  const send = async (url: string): Promise<number> => {
    const headers = { 'content-type': 'application/x-protobuf' };
    const { status } = await fetch(`${url}/v1/traces`, { method: 'POST', body: new Uint8Array(otlpProtobuf([...spans])), headers });
    return status;
  };
  const result = await run(['observe', 'otlp', '--listen', '127.0.0.1:0', ...args], {
    ...call,
    signal: ctrlC.signal,
    onStderr: (text) => {
      const [, url] = /OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)/.exec(text) ?? [];
      if (url !== undefined) sent = send(url).finally(() => ctrlC.abort());
    },
  });
  const status = await sent;
  if (status !== 200) throw new Error(`it answered the spans with ${status}: ${result.stderr}`);
  return result;
}
