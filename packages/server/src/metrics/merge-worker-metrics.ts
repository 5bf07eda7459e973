/** OpenMetrics text of one worker. */
export interface WorkerMetrics {
  readonly worker: number;
  readonly text: string;
}

interface Family {
  readonly about: readonly string[];
  readonly samples: string[];
}

/**
 * Joins the metrics of several workers: each sample gets the label `worker`, and the samples of one
 * family stand together, as OpenMetrics asks.
 */
export function mergeWorkerMetrics(workers: readonly WorkerMetrics[]): string {
  const families = new Map<string, Family>();
  for (const { worker, text } of workers) {
    for (const { name, about, samples } of familiesIn(text)) {
      const family = families.get(name) ?? { about, samples: [] };
      families.set(name, family);
      family.samples.push(...samples.map((sample) => labelled(sample, worker)));
    }
  }
  const lines = [...families.values()].flatMap(({ about, samples }) => [...about, ...samples]);
  return [...lines, '# EOF', ''].join('\n');
}

function* familiesIn(text: string): Generator<{ name: string } & Family> {
  let name = '';
  let about: string[] = [];
  let samples: string[] = [];
  for (const line of text.split('\n')) {
    const [, next] = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line) ?? [];
    if (next !== undefined && next !== name) {
      if (name !== '') yield { name, about, samples };
      [name, about, samples] = [next, [line], []];
    } else if (next !== undefined) about.push(line);
    else if (line !== '' && !line.startsWith('#')) samples.push(line);
  }
  if (name !== '') yield { name, about, samples };
}

/** `name 1` and `name{a="b"} 1` with one more label. */
function labelled(sample: string, worker: number): string {
  const [, name = '', labels, rest = ''] = /^([^{\s]+)(?:\{([^]*)\})?( [^}]*)$/.exec(sample) ?? [];
  const others = labels === undefined || labels === '' ? '' : `,${labels}`;
  return `${name}{worker="${worker}"${others}}${rest}`;
}
