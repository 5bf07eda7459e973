import { startScriptedUpstream, type Script } from '../../scripted-upstream.ts';
import { startChatGateway } from '../../support/chat-gateway.ts';
import type { WireName } from './wires.ts';

/** The answer of the gateway to this upstream. */
export async function answered(
  script: Script,
  wire: WireName = 'openai-chat',
): Promise<{ status: number; text: string }> {
  await using upstream = await startScriptedUpstream(script);
  await using scene = await startChatGateway({ wire, upstream });
  return await scene.answer({ stream: true });
}

/** These bytes, so many in a piece. */
export function inPieces(bytes: Buffer, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}
