import { ProviderFailure, type ImageJob } from '@model-gateway/core';
import { FLAG, OBJECT, oneOf, TEXT } from '@model-gateway/core/kit';
import { REPLICATE_MODELS, type ReplicateWire } from './models.ts';
import { bearer } from '../http/authorize.ts';
import type { JsonAnswer } from '../http/provider-request.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { fieldsOf, textOf, type Fields } from '../http/fields.ts';
import { dataUrlOf } from '../http/json-body.ts';

/** A prediction ends on its own when its gateway is gone. */
const HEADERS = { 'cancel-after': '3m' };

/**
 * Creates a provider for models on Replicate: predictions are polled, downloaded and called off.
 * `upstream` of a community model is `owner/name:version`.
 */
export const replicate = defineImageProvider<ReplicateWire>({
  slug: 'replicate',
  name: 'Replicate',
  env: 'REPLICATE_API_TOKEN',
  baseUrl: 'https://api.replicate.com/v1',
  authorize: bearer,
  keyTest: { path: '/account' },
  models: REPLICATE_MODELS,
  wire: { shape: 'aspect_ratio', hasFormat: true },
  wireRules: {
    shape: oneOf('aspect_ratio', 'width-height'),
    count: TEXT,
    references: { ...OBJECT, must: "an object such as { input: 'image', isList: false }" },
    hasFormat: FLAG,
    hasCompression: FLAG,
  },
  async *run(job, { upstream, wire }, call) {
    const input = inputOf(job, wire);
    const [name = '', version] = upstream.split(':');
    const ticket = await call.json(
      version === undefined
        ? { path: `/models/${name}/predictions`, headers: HEADERS, json: { input } }
        : { path: '/predictions', headers: HEADERS, json: { version, input } },
    );
    const { get, cancel } = fieldsOf(ticket.fields['urls']);
    const url = textOf(get);
    if (url === undefined) throw new ProviderFailure('malformed', 'it answered without a job');
    const path = textOf(cancel);
    const { fields } = isOver(ticket)
      ? ticket
      : await call.poll({ url, isOver, cancel: path === undefined ? undefined : { path } });
    const outputs = [fields['output'] ?? []].flat();
    for (const [index, output] of outputs.entries()) {
      yield { type: 'image', index, ...(await call.download(output)) };
    }
    if (outputs.length === 0) throw new ProviderFailure('malformed', 'it answered without images');
  },
});

function isOver({ fields }: JsonAnswer): boolean {
  switch (fields['status']) {
    case 'succeeded':
      return true;
    case 'starting':
    case 'processing':
      return false;
    case 'failed':
      throw failureOf(fields);
    case 'canceled':
    case 'aborted':
      throw new ProviderFailure('server', 'its job was ended');
    default:
      throw new ProviderFailure('malformed', 'it answered without a status');
  }
}

/** Models report refusals in words only. */
function failureOf({ error }: Fields): ProviderFailure {
  const isRefusal = /nsfw|flagged|sensitive|\bE005\b/i.test((textOf(error) ?? '').slice(0, 2000));
  return isRefusal
    ? new ProviderFailure('policy', 'its content policy does not allow this')
    : new ProviderFailure('server', 'its job failed');
}

function inputOf(job: ImageJob, wire: ReplicateWire): object {
  const references = job.references.map(dataUrlOf);
  const { count, references: named } = wire;
  return {
    ...job.options,
    prompt: job.prompt,
    seed: job.seed,
    ...(wire.shape === 'aspect_ratio' ? { aspect_ratio: job.aspectRatio } : job.pixels),
    ...(wire.hasFormat && { output_format: job.format === 'jpeg' ? 'jpg' : job.format }),
    ...(wire.hasCompression === true && { output_quality: job.compression }),
    ...(count !== undefined && { [count]: job.n }),
    ...(named !== undefined &&
      references.length > 0 && { [named.input]: named.isList ? references : references[0] }),
  };
}
