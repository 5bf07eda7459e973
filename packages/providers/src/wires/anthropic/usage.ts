import type { ChatUsage } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { countOf, fieldsOf, type Fields } from '../../http/fields.ts';

/**
 * Gathers the counts of one answer. Those of the input come with its start and may be null later;
 * every count is one so far, never one more.
 */
export class MessageUsage {
  /** Known members only: what else a server tells would add up. */
  readonly #told: Partial<Record<(typeof COUNTS)[number], unknown>> = {};
  #runs: Counted = {};

  /** Returns all counts as they are after these; undefined while none is known. */
  add(usage: unknown): ChatUsage | undefined {
    const fields = fieldsOf(usage);
    for (const name of COUNTS) this.#told[name] = fields[name] ?? this.#told[name];
    if (fields['iterations'] != null) this.#runs = sumsOf(fields['iterations']);
    return readMessageUsage(this.#told, this.#runs);
  }
}

/** What the runs of the model count, each by itself. */
const OF_RUNS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;
const COUNTS = [...OF_RUNS, 'cache_creation', 'output_tokens_details', 'server_tool_use'] as const;

type Counted = Readonly<Partial<Record<(typeof OF_RUNS)[number], number>>>;

/** Reads `usage`, whose input is told without what was read from and written to the cache. */
function readMessageUsage(usage: Fields, runs: Counted): ChatUsage | undefined {
  const of = (name: (typeof OF_RUNS)[number]) => largest(countOf(usage[name]), runs[name]);
  const [fresh, outputTokens] = [of('input_tokens'), of('output_tokens')];
  if (fresh === undefined && outputTokens === undefined) return undefined;
  const read = of('cache_read_input_tokens');
  const written = of('cache_creation_input_tokens');
  const hour = countOf(fieldsOf(usage['cache_creation'])['ephemeral_1h_input_tokens']);
  const thought = countOf(fieldsOf(usage['output_tokens_details'])['thinking_tokens']);
  const tools = fieldsOf(usage['server_tool_use']);
  return present({
    inputTokens: fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0),
    cacheReadTokens: fresh === undefined ? undefined : read,
    cacheWriteTokens: fresh === undefined ? undefined : written,
    cacheWriteHourTokens: atMost(hour, fresh === undefined ? 0 : written),
    outputTokens,
    reasoningTokens: atMost(thought, outputTokens),
    searches: countOf(tools['web_search_requests']),
    fetches: countOf(tools['web_fetch_requests']),
  });
}

/** What the model itself did, where it ran more than once for an answer. */
const OWN_RUNS: ReadonlySet<unknown> = new Set(['message', 'compaction']);

/** The counts of a compacted conversation are in its runs only. */
function sumsOf(iterations: unknown): Counted {
  if (!Array.isArray(iterations)) return {};
  const runs = iterations.map(fieldsOf);
  // Another model has answered, and the totals are of its run.
  if (runs.some(({ type }) => type === 'fallback_message')) return {};
  const own = runs.filter(({ type }) => OWN_RUNS.has(type));
  return Object.fromEntries(
    OF_RUNS.map((name) => [name, own.reduce((sum, run) => sum + (countOf(run[name]) ?? 0), 0)]),
  );
}

function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : Math.max(a, b ?? 0);
}

function atMost(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined ? undefined : Math.min(part, whole ?? 0);
}
