import type { RequestRecord } from '@model-gateway/core';
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';

const LABELS = ['operation', 'provider'] as const;
/** `cached` and `reasoning` are parts of `input` and `output`. */
const KINDS = ['input', 'output', 'cached', 'reasoning'] as const;

/** From a small model that is warm to a large one that thinks first. */
const SECONDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256];
const TOKENS_A_SECOND = [1, 2, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560];

/** Counts the tokens of generations, and how soon and how fast they came. */
export interface TokenMeter {
  /**
   * Begins the series of an operation at a provider, with every kind at 0, and where it streams
   * those of times.
   */
  begin(operation: string, provider: string, isStreamed: boolean): void;
  count(record: Pick<RequestRecord, 'operation' | 'ms' | 'generation'>): void;
}

/** What the generations of an operation at a provider add up to. */
interface Tally {
  readonly labels: { readonly operation: string; readonly provider: string };
  readonly tokens: Record<(typeof KINDS)[number], number>;
  readonly observeSpeed: (tokensASecond: number) => void;
}

/**
 * Creates the meters of tokens in a registry; labels are those of the operator's own providers. Tokens
 * are counted in a tally of their labels, as requests are.
 */
export function createTokenMeter(registry: Registry<OpenMetricsContentType>): TokenMeter {
  const registers = [registry];
  // Registers itself.
  void new Counter({
    name: 'gateway_tokens',
    help: 'Tokens by kind, as providers counted them or as they were estimated; cached and reasoning are parts of input and output.',
    labelNames: [...LABELS, 'kind'],
    registers,
    collect() {
      this.reset();
      for (const { labels, tokens } of tallies.values()) {
        for (const kind of KINDS) this.inc({ ...labels, kind }, tokens[kind]);
      }
    },
  });
  const firstOutput = new Histogram({
    name: 'gateway_first_output_seconds',
    help: 'From the arrival of a request for a stream until its first output.',
    labelNames: LABELS,
    buckets: SECONDS,
    registers,
  });
  const speed = new Histogram({
    name: 'gateway_output_tokens_per_second',
    help: 'Tokens of output by the time of the whole request.',
    labelNames: LABELS,
    buckets: TOKENS_A_SECOND,
    registers,
  });
  const tallies = new Map<string, Tally>();
  const tallyOf = (operation: string, provider: string) => {
    const name = `${operation} ${provider}`;
    let tally = tallies.get(name);
    if (tally === undefined) {
      const labels = { operation, provider };
      const tokens = { input: 0, output: 0, cached: 0, reasoning: 0 };
      const { observe: observeSpeed } = speed.labels(labels);
      tally = { labels, tokens, observeSpeed };
      tallies.set(name, tally);
    }
    return tally;
  };

  return {
    begin(operation, provider, isStreamed) {
      const { labels } = tallyOf(operation, provider);
      if (!isStreamed) return;
      firstOutput.zero(labels);
      speed.zero(labels);
    },
    count({ operation, ms, generation }) {
      const { provider, usage, isStream, firstOutputMs } = generation ?? {};
      if (provider === undefined || usage === undefined) return;
      const { labels, tokens, observeSpeed } = tallyOf(operation, provider.slug);
      const { promptTokens = 0, completionTokens = 0, cacheReadTokens, reasoningTokens } = usage;
      tokens.input += promptTokens;
      tokens.output += completionTokens;
      tokens.cached += cacheReadTokens ?? 0;
      tokens.reasoning += reasoningTokens ?? 0;
      if (isStream === true && firstOutputMs !== undefined) {
        firstOutput.observe(labels, firstOutputMs / 1000);
      }
      if (completionTokens > 0 && ms > 0) observeSpeed(completionTokens / (ms / 1000));
    },
  };
}
