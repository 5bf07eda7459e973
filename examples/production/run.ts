import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import { startDeployment } from './deployment.ts';
import { startLangfuseReceiver, type Trace } from './langfuse-receiver.ts';

const LANGFUSE_KEYS = { publicKey: 'pk-lf-example', secretKey: 'sk-lf-example' };

/** What one run of the example made. */
export interface Run {
  readonly bytes: number;
  /** USD. */
  readonly cost: number;
  readonly traces: readonly Trace[];
}

/** The part of an answer that is read here. */
interface ImageAnswer {
  readonly data: readonly { readonly b64_json: string }[];
  readonly usage: { readonly cost: number };
}

/** Brings everything up, makes an image, takes everything down, and says what there was. */
export async function run(say: (line: string) => void): Promise<Run> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-production-'));
  try {
    await using openai = await startFakeOpenAi();
    await using langfuse = await startLangfuseReceiver(LANGFUSE_KEYS);
    const destination = { ...LANGFUSE_KEYS, baseUrl: langfuse.baseUrl };
    const image = await imageOf(folder, openai, destination, say);
    return { ...image, traces: langfuse.traces };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function imageOf(
  folder: string,
  openai: { readonly baseUrl: string; readonly apiKey: string },
  langfuse: typeof LANGFUSE_KEYS & { readonly baseUrl: string },
  say: (line: string) => void,
): Promise<{ bytes: number; cost: number }> {
  await using deployment = await startDeployment({ folder, openai, langfuse });
  say(`a gateway on ${deployment.url}`);
  const response = await fetch(`${deployment.url}/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deployment.apiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ model: 'openai/gpt-image-1-mini', prompt: 'a red panda' }),
  });
  // A gateway answers so, as the OpenAPI document says.
  const { data, usage } = (await response.json()) as ImageAnswer;
  const bytes = Buffer.from(data[0]?.b64_json ?? '', 'base64').length;
  say(`an image of ${bytes} bytes for ${usage.cost} USD`);
  return { bytes, cost: usage.cost };
}
