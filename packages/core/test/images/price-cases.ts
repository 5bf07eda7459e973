import assert from 'node:assert/strict';
import type { ImagePrice } from '@model-gateway/core';
import { chargeFor, upperBound } from '../../src/images/billing.ts';
import type { JobOutline } from '../../src/images/capability.ts';
import type { ReportedUsage } from '../../src/images/list-cost.ts';
import { add, formatDecimal, parseDecimal, ZERO } from '../../src/money/decimal.ts';
import { anEndpoint, MODEL } from './image-builders.ts';

export function aJob(changes: Partial<JobOutline> = {}): JobOutline {
  return {
    model: MODEL,
    prompt: 'ten bytes!',
    n: 1,
    format: 'png',
    stream: false,
    options: {},
    ...changes,
  };
}

export const token = (
  billable: 'prompt' | 'prompt_image' | 'completion' | 'completion_text',
  usd: string,
  minPromptTokens?: number,
): ImagePrice => ({
  billable,
  unit: 'token',
  usd,
  ...(minPromptTokens !== undefined && { when: { minPromptTokens } }),
});

export const perImage = (usd: string, when?: ImagePrice['when']): ImagePrice => ({
  billable: 'output_image',
  unit: 'image',
  usd,
  ...(when && { when }),
});

export interface Case {
  readonly what: string;
  readonly pricing: readonly ImagePrice[];
  readonly job?: Partial<JobOutline>;
  readonly references?: number;
  readonly usage?: ReportedUsage;
  /** All of them unless said. */
  readonly completed?: number;
  readonly expected: string;
}

export function chargeOf({ pricing, job = {}, references = 0, usage, completed }: Case): string {
  const endpoint = anEndpoint({ pricing, maxTokensPerImage: 1000 });
  const outline = aJob(job);
  const billed = {
    job: outline,
    endpoint,
    references,
    upperBound: upperBound(outline, endpoint, references),
  };
  const { usd, items } = chargeFor(billed, usage, completed ?? outline.n);
  const sum = items.map((line) => parseDecimal(line.usd) ?? ZERO).reduce(add, ZERO);
  assert.equal(formatDecimal(sum), usd, 'the lines add up');
  return usd;
}

export const OVERRIDDEN = [
  token('prompt', '0.001'),
  token('prompt', '0.1', 10),
  token('prompt', '0.2', 100),
  token('completion', '0.00001'),
];
export const LONG = { prompt: 'x'.repeat(400) };
