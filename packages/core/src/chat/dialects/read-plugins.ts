import type { RequestIssue } from '../../errors.ts';
import { quoteValue } from '../../input/quote.ts';
import { isJsonObject } from '../../json-value.ts';
import { issue } from './issue.ts';

/** What the gateway does to a conversation by itself. Source: contract §12.15. */
export interface Plugins {
  /** Mends JSON that the model wrote almost right. */
  readonly heals?: true;
  /** Drops turns from the middle of a conversation that is too long. */
  readonly compresses?: true;
}

const KNOWN: ReadonlyMap<unknown, keyof Plugins> = new Map([
  ['response-healing', 'heals'],
  ['context-compression', 'compresses'],
]);

interface ReadPlugins {
  readonly plugins: Plugins;
  readonly issues: readonly RequestIssue[];
  /** Ids of those with an issue, for dialects that leave them out. */
  readonly refused: readonly string[];
}

const NO_PLUGINS: ReadPlugins = { plugins: {}, issues: [], refused: [] };

/** Reads which plugins a request asks for; one that is disabled may have any id. */
export function readPlugins(list: unknown): ReadPlugins {
  if (list === undefined) return NO_PLUGINS;
  const named = new Set<keyof Plugins>();
  const issues: RequestIssue[] = [];
  const refused: string[] = [];
  const asked: readonly unknown[] = Array.isArray(list) ? list : [];
  for (const [position, plugin] of asked.entries()) {
    const { id, enabled, engine } = isJsonObject(plugin) ? plugin : {};
    if (enabled === false) continue;
    const name = KNOWN.get(id);
    const path = `plugins[${position}]`;
    if (name === undefined) {
      refused.push(String(id));
      const sentence = `is ${quoteValue(id)}, a plugin that is not available on this gateway`;
      issues.push(issue(`${path}.id`, sentence));
    } else if (engine != null && engine !== 'middle-out') {
      refused.push(String(id));
      issues.push(issue(`${path}.engine`, `must be middle-out, got ${quoteValue(engine)}`));
    } else named.add(name);
  }
  const plugins: Plugins = Object.fromEntries([...named].map((name) => [name, true]));
  return { plugins, issues, refused };
}
