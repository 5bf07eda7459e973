import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Ids such as `T3`; undefined means all. */
  readonly only: readonly string[] | undefined;
  /** What the name of a suite has to contain; undefined means any. */
  readonly suite: string | undefined;
  readonly rounds: number;
  /** Factor of the number of requests of each case. */
  readonly scale: number;
  readonly peers: boolean;
  readonly build: boolean;
  /** File that every number is written to. */
  readonly json: string | undefined;
  /** Folder that the servers write CPU profiles to. */
  readonly profile: string | undefined;
  readonly help: boolean;
}

const ROUNDS = 36;
const QUICK = { rounds: 7, scale: 0.5 };
const MOST_ROUNDS = 1000;

/** Reads the arguments; throws an error of one sentence when one is wrong. */
export function readOptions(args: readonly string[], knownIds: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    // pnpm hands on the `--` of `pnpm bench -- --only T3`, which would end the options.
    args: args[0] === '--' ? args.slice(1) : [...args],
    options: {
      only: { type: 'string' },
      suite: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'no-peers': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    only: values.only === undefined ? undefined : readIds(values.only, knownIds),
    suite: values.suite,
    rounds: readRounds(values.rounds) ?? (values.quick ? QUICK.rounds : ROUNDS),
    scale: values.quick ? QUICK.scale : 1,
    peers: !values['no-peers'],
    build: !values['no-build'],
    json: values.json,
    profile: values.profile,
    help: values.help,
  };
}

function readIds(text: string, knownIds: readonly string[]): string[] {
  const ids = text
    .split(',')
    .map((id) => id.trim().toUpperCase())
    .filter((id) => id !== '');
  const unknown = ids.find((id) => !knownIds.includes(id));
  if (unknown !== undefined || ids.length === 0) {
    throw new Error(`--only must list some of ${knownIds.join(', ')}, got "${text}"`);
  }
  return ids;
}

function readRounds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rounds = Number(text);
  if (/^\d+$/.test(text) && rounds >= 1 && rounds <= MOST_ROUNDS) return rounds;
  throw new Error(`--rounds must be a whole number from 1 to ${MOST_ROUNDS}, got "${text}"`);
}

export const USAGE = `pnpm bench -- [options]

  --only T3,T4      measure these targets only
  --suite TEXT      of these, suites whose name contains it: "over gemini"
  --rounds N        rounds per case, up to whole starts of four    (${ROUNDS})
  --quick           ${QUICK.rounds} rounds with half of the requests: to see that it runs
  --no-peers        leave out other mocks, which are installed on first use
  --no-build        measure dist/ as it is
  --json FILE       write every number there
  --profile FOLDER  let the servers write CPU profiles there
  --help            this text
`;
