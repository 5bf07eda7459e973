import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import {
  startMockGateway,
  type MockTenant,
  type RunningMockGateway,
  type StreamEnding,
  type WireFault,
} from '@model-gateway/mock';
import { DRAW, WATCH, type Client, type StreamingClient } from './clients.ts';
import { ENDING_TABLE, FAULT_TABLE } from './fault-table.ts';
import { errorInWords, valueInWords } from './in-words.ts';

describe('what clients make of faults', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway({ dialect: 'openrouter' });
  });
  after(() => gateway.close());

  for (const [fault, client, expected] of cells<WireFault, Client>(FAULT_TABLE)) {
    it(`${fault} is to ${client}: ${expected}`, async () => {
      await using t = gateway.tenant();
      const rule = t.on('createImage').fault(fault);
      const caller = new AbortController();
      const options = { signal: caller.signal, retries: false };
      const outcome = DRAW[client](t, options).then(valueInWords, errorInWords);
      if (fault === 'hang') {
        await until(() => rule.hits === 1);
        caller.abort(new DOMException('it took too long', 'TimeoutError'));
      }
      assert.equal(await outcome, expected);
      assert.equal(rule.hits, 1);
    });
  }

  for (const [ending, client, expected] of cells<StreamEnding, StreamingClient>(ENDING_TABLE)) {
    it(`the ending ${ending} is to ${client}: ${expected}`, async () => {
      await using t = gateway.tenant({ clock: 'frozen' });
      t.on('createImage').end(ending, { afterEvents: 1 });
      const waits = expected.split(', ').indexOf('waits');
      const [first, ...rest] = await seen(t, client, waits === -1 ? Infinity : 1 + waits);
      assert.equal(first, 'image_generation.partial_image');
      assert.equal(rest.join(', '), expected);
    });
  }

  it('is documented as it is in docs/mock/faults.md', async () => {
    const guide = new URL('../../../../docs/mock/faults.md', import.meta.url);
    const text = await readFile(guide, 'utf8');
    for (const table of [FAULT_TABLE, ENDING_TABLE]) {
      for (const [name, outcomes] of Object.entries(table)) {
        const row = `| \`${name}\` | ${Object.values(outcomes).join(' | ')} |`;
        assert.ok(text.includes(row), `the guide lacks the row\n${row}`);
      }
    }
  });
});

/** Resolves to a client's view of a stream; a client that keeps waiting is timed out. */
async function seen(t: MockTenant, client: StreamingClient, waitsAfter: number): Promise<string[]> {
  const caller = new AbortController();
  const events = WATCH[client](t, caller.signal)[Symbol.asyncIterator]();
  const types: string[] = [];
  try {
    for (;;) {
      const next = events.next();
      if (types.length === waitsAfter && (await isStill(t, next))) {
        types.push('waits');
        caller.abort(new DOMException('it took too long', 'TimeoutError'));
      }
      const { value, done } = await next;
      if (done === true) return [...types, 'ends'];
      types.push(value);
    }
  } catch (error) {
    return [...types, errorInWords(error)];
  }
}

/**
 * Returns whether nothing comes, although the server did all that it had to do, and answered
 * another request.
 */
async function isStill(t: MockTenant, next: Promise<unknown>): Promise<boolean> {
  const quiet = Symbol('quiet');
  const elsewhere = async () => {
    await t.clock.advance(0);
    const response = await fetch(`${t.baseURL}/models?limit=1`, {
      headers: { authorization: `Bearer ${t.apiKey}` },
    });
    await response.text();
    return quiet;
  };
  return (await Promise.race([next, elsewhere()])) === quiet;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

function cells<Row extends string, Column extends string>(
  table: Readonly<Record<Row, Readonly<Record<Column, string>>>>,
): readonly (readonly [Row, Column, string])[] {
  // The keys of a table are those of its type.
  return (Object.entries(table) as [Row, Record<Column, string>][]).flatMap(([row, outcomes]) =>
    (Object.entries(outcomes) as [Column, string][]).map(
      ([column, expected]) => [row, column, expected] as const,
    ),
  );
}
