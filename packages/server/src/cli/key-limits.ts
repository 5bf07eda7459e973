import type { KeyLimits } from '@model-gateway/core';
import { Option, type Command } from 'commander';
import { CommandError } from './io.ts';
import { whole } from './whole-number.ts';

/** What a command says about the limits of a key; false for `--no-limit` and the like. */
export interface LimitFlags {
  readonly limit?: string | false;
  readonly limitReset?: 'daily' | 'weekly' | 'monthly' | 'never';
  readonly requestsPerMinute?: number | false;
  readonly tokensPerMinute?: number | false;
}

const MOST = 1_000_000_000;

/** Adds the options of limits. */
export function withLimitOptions(command: Command): Command {
  return withSpendingOptions(command)
    .option('--requests-per-minute <number>', 'the most requests of a minute', whole(1, MOST))
    .option('--tokens-per-minute <number>', 'the most tokens of a minute', whole(1, MOST));
}

/** Adds the options of limits in USD. */
export function withSpendingOptions(command: Command): Command {
  return command
    .option('--limit <usd>', 'the most that it may spend until the reset: 20.00')
    .addOption(
      new Option(
        '--limit-reset <when>',
        'when its spending counts from 0 again, at midnight UTC, weeks on Monday',
      ).choices(['daily', 'weekly', 'monthly', 'never']),
    );
}

/** Adds the options that take limits away. */
export function withoutLimitOptions(command: Command): Command {
  return command
    .option('--no-limit', 'let it spend what its account has')
    .option('--no-requests-per-minute', 'do not limit its requests')
    .option('--no-tokens-per-minute', 'do not limit its tokens');
}

/**
 * Returns the limits that a command names; those that it leaves out are not there. Throws for a limit
 * that is no amount, and for a reset of a limit that there is not: `stored` are those the key has.
 */
export function limitsOf(flags: LimitFlags, stored?: Pick<KeyLimits, 'usd'>): Partial<KeyLimits> {
  const { limit, limitReset, requestsPerMinute, tokensPerMinute } = flags;
  if (typeof limit === 'string' && !/^\d{1,12}(\.\d{1,18})?$/.test(limit)) {
    throw new CommandError(`--limit must be a decimal number of USD such as 20.00, got ${limit}`);
  }
  const usd = limit === undefined ? stored?.usd : orNull(limit);
  if (limitReset !== undefined && limitReset !== 'never' && (usd ?? null) === null) {
    throw new CommandError(
      `--limit-reset needs a limit to reset: --limit 20 --limit-reset ${limitReset}`,
    );
  }
  return {
    ...(limit !== undefined && { usd: orNull(limit) }),
    ...(limitReset !== undefined && { reset: limitReset === 'never' ? null : limitReset }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute: orNull(requestsPerMinute) }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute: orNull(tokensPerMinute) }),
  };
}

function orNull<Value>(value: Value | false): Value | null {
  return value === false ? null : value;
}
