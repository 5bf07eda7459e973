import { until } from '../../../sql/test/support/until.ts';
import type { Deployment } from './deployment.ts';
import { askForImage } from './requests.ts';

/** Asks for a streamed image that the provider does not finish until `openai.release()`. */
export async function aHeldStream(
  { key, openai }: Pick<Deployment, 'key' | 'openai'>,
  url: string,
): Promise<Response> {
  openai.hold();
  const response = await askForImage(url, key, { stream: true });
  await until('the stream to be open', () => openai.held === 1);
  return response;
}
