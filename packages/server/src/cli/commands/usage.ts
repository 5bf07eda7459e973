import { systemClock } from '@model-gateway/core';
import type { UsageGroup, UsageSum } from '@model-gateway/sql';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { toCsv } from '../csv.ts';
import type { Io } from '../io.ts';
import { keyIn } from '../key-in.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';
import { usageDays } from '../usage-days.ts';
import { whole } from '../whole-number.ts';

interface UsageFlags extends StoreFlags {
  readonly by: readonly UsageGroup[];
  readonly since: string;
  readonly until: string;
  readonly key?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly workspace?: string;
  readonly organization?: string;
  readonly user?: string;
  readonly limit: number;
  readonly offset: number;
  readonly csv?: boolean;
}

/** The words of `--by`; an organization is the account that a key acts for. */
const GROUPS: Readonly<Record<string, UsageGroup>> = {
  day: 'day',
  key: 'key',
  model: 'model',
  provider: 'provider',
  workspace: 'workspace',
  user: 'user',
  organization: 'account',
};

/** `usage` */
export function defineUsage(program: Command, io: Io): void {
  withStoreOptions(program.command('usage'))
    .description('who spent what: requests, tokens and USD by UTC day and whatever else you name')
    .addOption(
      new Option(
        '--by <what>',
        `what stands in lines of its own, with commas between: ${Object.keys(GROUPS).join(', ')}`,
      )
        .default(['day'], 'day')
        .argParser(groupsIn),
    )
    .option('--since <day>', 'the first day: 7d (the last seven), today, yesterday, a date', '7d')
    .option('--until <day>', 'the last day, in the same words', 'today')
    .option('--key <hash>', 'only this key, by its hash or the first eight digits')
    .option('--model <id>', 'only this model')
    .option('--provider <slug>', 'only this provider')
    .option('--workspace <uuid>', 'only this workspace')
    .option('--user <id>', "only this user's keys")
    .option('--organization <id>', 'only what acts for this organization, or a user without one')
    .option('--limit <number>', 'at most this many lines', whole(1, 1_000_000), 1000)
    .option('--offset <number>', 'how many lines to leave out', whole(0, 100_000_000), 0)
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .action((flags: UsageFlags) => usage(flags, io));
}

async function usage(flags: UsageFlags, io: Io): Promise<void> {
  const { by, since, until, key, model, provider, workspace, user, organization } = flags;
  const { limit, offset } = flags;
  const days = usageDays(since, until, (io.clock ?? systemClock).now());
  const { items, totalCount } = await withStore(flags, io, async (admin) => {
    const hash = key === undefined ? undefined : await hashOf(key);
    return admin.usage.sums({
      ...days,
      by,
      only: { key: hash, model, provider, workspace, user, account: organization },
      limit,
      offset,
    });

    /** A key that was deleted is found by its whole hash only. */
    async function hashOf(wanted: string): Promise<string> {
      return /^[0-9a-f]{64}$/.test(wanted) ? wanted : (await keyIn(admin, wanted)).hash;
    }
  });
  const rows = items.map((sum) => shown(sum, by));
  if (flags.json === true) {
    printResult(io, true, { ...inWords(days), data: rows, total_count: totalCount });
    return;
  }
  const columns = [...by.flatMap(columnsOf), ...SUMS];
  if (flags.csv === true) for (const line of toCsv(columns, rows)) io.print(line);
  else printList(io, false, rows, columns);
  const end = offset + rows.length;
  if (end < totalCount) io.say(`There are more: --offset ${end}`);
}

const SUMS = ['requests', 'prompt_tokens', 'completion_tokens', 'reasoning_tokens', 'usd'];

function groupsIn(text: string): readonly UsageGroup[] {
  return [...new Set(text.split(','))].map((word) => {
    const group = Object.hasOwn(GROUPS, word) ? GROUPS[word] : undefined;
    if (group !== undefined) return group;
    throw new InvalidArgumentError(
      `expected ${Object.keys(GROUPS).join(', ')}, with commas between`,
    );
  });
}

function columnsOf(group: UsageGroup): readonly string[] {
  if (group === 'key') return ['key', 'label'];
  return [group === 'account' ? 'organization' : group];
}

function shown(sum: UsageSum, by: readonly UsageGroup[]): object {
  const { account, ...others } = sum.group;
  return {
    ...others,
    ...(account !== undefined && { organization: account }),
    ...(by.includes('key') && { label: sum.keyLabel }),
    requests: sum.requests,
    prompt_tokens: sum.promptTokens,
    completion_tokens: sum.completionTokens,
    reasoning_tokens: sum.reasoningTokens,
    usd: sum.costUsd,
  };
}

function inWords({ firstDay, lastDay }: ReturnType<typeof usageDays>): object {
  return { since: firstDay, until: lastDay };
}
