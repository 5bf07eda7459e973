import type { ChargeItem } from '@model-gateway/core';
import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

/** `generations show` */
export function defineGenerations(program: Command, io: Io): void {
  const generations = program
    .command('generations')
    .description('what was made, without prompts and answers');
  withStoreOptions(generations.command('show <id>'))
    .description(
      'who made it, who served it, its tokens, and how its cost adds up, by its x-generation-id',
    )
    .action((id: string, flags: StoreFlags) => show(id, flags, io));
}

async function show(id: string, flags: StoreFlags, io: Io): Promise<void> {
  const { found, key } = await withStore(flags, io, async (admin) => {
    const generation = await admin.generations.show(id);
    if (generation === undefined) {
      throw new CommandError(
        `there is no generation ${id}: it is not over, or no longer kept; usage has the sums of its day`,
      );
    }
    return { found: generation, key: await admin.keys.show(generation.keyHash) };
  });
  const shown = {
    id: found.id,
    at: new Date(found.createdAt).toISOString(),
    operation: found.operation,
    key: found.keyHash,
    label: key?.label ?? null,
    account: key?.creditAccountId ?? null,
    organization: found.accountId,
    user: found.userId,
    workspace: found.workspaceId,
    session: found.sessionId,
    model: found.model,
    provider: found.provider?.slug ?? null,
    streamed: found.isStream,
    cancelled: found.isCancelled,
    finish_reason: found.finishReason,
    milliseconds: found.ms,
    first_output_milliseconds: found.firstOutputMs,
    prompt_tokens: found.promptTokens,
    cached_tokens: found.cachedTokens,
    completion_tokens: found.completionTokens,
    reasoning_tokens: found.reasoningTokens,
    usd: found.costUsd,
  };
  const { items, costUsd } = found;
  if (flags.json === true) return printResult(io, true, { ...shown, charge: items ?? null });
  printResult(io, false, shown);
  for (const line of chargeLines(items ?? [], costUsd)) io.print(line);
}

/** Returns a charge as a sum: `prompt  10 × 0.001  = 0.01`. */
function chargeLines(items: readonly ChargeItem[], usd: string): readonly string[] {
  if (items.length === 0) return [];
  const rows = [...items, { item: 'charged', count: null, price: null, usd }].map(
    ({ item, count, price, usd: amount }) => [
      item,
      count === null ? '' : `${count} × ${price}`,
      `${amount.startsWith('-') ? '' : ' '}${amount}`,
    ],
  );
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([item = '', terms = '', amount = '']) =>
    [item.padEnd(widths[0] ?? 0), terms.padStart(widths[1] ?? 0), `= ${amount}`].join('  '),
  );
  return ['', ...lines];
}
