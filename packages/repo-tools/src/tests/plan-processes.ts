/** A test file, and how it runs. */
export interface TestFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly ownProcess: boolean;
  /** Whether most of its time goes into waiting, for programs that it starts. */
  readonly waits: boolean;
  /** Whether it takes so long that it has to begin early. */
  readonly isLong: boolean;
}

/** Test files that run in one process, in this order. */
export interface TestProcess {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Loading a package and what its tests use costs a process one to three seconds, again for each; too
 * many files in one leave a core idle at the end.
 */
const MOST_FILES = 75;

/** Packages with fewer files share a process: most of its time would go into loading. */
const FEWEST_FILES = 10;

/**
 * Distributes test files over processes, and spreads those that wait for programs over those that
 * compute, so that the cores have something to do meanwhile. The first of each kind are the largest,
 * and the longest of those that are alone: the last ones are to end at about the same time.
 */
export function planProcesses(files: readonly TestFile[]): readonly TestProcess[] {
  const waiting = processesOf(files.filter(({ waits }) => waits));
  const computing = processesOf(files.filter(({ waits }) => !waits));
  return [
    ...waiting.map((each, at) => ({ each, place: at / waiting.length })),
    ...computing.map((each, at) => ({ each, place: (at + 0.5) / computing.length })),
  ]
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

/** The others share a process with their package's files, and small packages with each other. */
function processesOf(files: readonly TestFile[]): readonly TestProcess[] {
  const alone = files
    .filter((file) => file.ownProcess)
    .toSorted((a, b) => Number(b.isLong) - Number(a.isLong));
  const packages = new Map<string, string[]>();
  for (const { path, ownProcess } of files) {
    if (ownProcess) continue;
    const name = packageOf(path);
    packages.set(name, [...(packages.get(name) ?? []), path]);
  }
  const small = [...packages].filter(([, members]) => members.length < FEWEST_FILES);
  const sharing = [
    ...[...packages].filter(([, members]) => members.length >= FEWEST_FILES),
    ...(small.length > 1
      ? [['small packages', small.flatMap(([, members]) => members)] as const]
      : small),
  ];
  return [
    ...sharing
      .flatMap(([name, members]) => inEqualParts(name, members))
      .toSorted((a, b) => b.files.length - a.files.length),
    ...alone.map(({ path }) => ({ name: path, files: [path] })),
  ];
}

/** `packages/core`, or `examples` for all examples. */
function packageOf(path: string): string {
  const [top = '', name = ''] = path.split('/');
  return top === 'packages' ? `${top}/${name}` : top;
}

function inEqualParts(name: string, files: readonly string[]): readonly TestProcess[] {
  const parts = Math.ceil(files.length / MOST_FILES);
  const first = (part: number) => Math.round((part * files.length) / parts);
  // Neighbours in a folder stay together, because they often load the same.
  return Array.from({ length: parts }, (_, part) => ({
    name: parts === 1 ? name : `${name} ${part + 1} of ${parts}`,
    files: files.slice(first(part), first(part + 1)),
  }));
}

const OWN_PROCESS = /^\/\/ (?:Own process|System(?:, long)?): \S.*$/m;
const LONG = /^\/\/ System, long: \S.*$/m;

/**
 * Tells whether a test file requires a process of its own, with a line such as `// Own process:
 * counts the open sockets of the process.` or, because it starts programs, `// System: why`. One that
 * shares what it starts says `// System, with others: why`.
 */
export function asksForOwnProcess(text: string): boolean {
  return OWN_PROCESS.test(text);
}

/** Tells whether a file takes a minute or more: `// System, long: why`. */
export function takesLong(text: string): boolean {
  return LONG.test(text);
}
