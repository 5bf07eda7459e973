import {
  REDACTION_RULES,
  type RecordingChange,
  type RedactionRule,
  type Removed,
} from '@model-gateway/fixtures';
import { counted } from '../counted.ts';

/** Counts what becomes of exchanges and what was taken out of them. */
export class RecordingTally {
  readonly #changes = new Map<RecordingChange, number>();
  readonly #leftOut = new Map<string, number>();
  readonly #removed = new Map<string, number>();
  #failed = 0;

  kept(change: RecordingChange, removed: Removed): void {
    count(this.#changes, change);
    for (const [rule, what] of Object.entries(REDACTION_RULES)) {
      // The table's keys are the rules.
      count(this.#removed, what, removed[rule as RedactionRule] ?? 0);
    }
  }

  leftOut(because: string): void {
    count(this.#leftOut, because);
  }

  failed(): void {
    this.#failed++;
  }

  get hasFailed(): boolean {
    return this.#failed > 0;
  }

  /** Returns the summary at the end: the number of values that were removed, never the values. */
  summary(): string {
    const changes = CHANGES.flatMap(([change, words]) => {
      const found = this.#changes.get(change);
      return found === undefined ? [] : [`${found} ${words}`];
    });
    const lines = [
      `${counted(total(this.#changes), 'exchange')} recorded${changes.length === 0 ? '' : `: ${changes.join(', ')}`}`,
      ...Array.from(this.#leftOut, ([because, found]) => `${found} left out: ${because}`),
      ...(this.#failed === 0 ? [] : [`${this.#failed} could not be kept`]),
      ...(this.#removed.size === 0 ? [] : ['', 'Taken out:']),
      ...Array.from(this.#removed, ([what, found]) => `${String(found).padStart(6)}  ${what}`),
    ];
    return lines.map((line) => `${line}\n`).join('');
  }
}

const CHANGES: readonly (readonly [RecordingChange, string])[] = [
  ['added', 'new'],
  ['changed', 'changed'],
  ['unchanged', 'as before'],
  ['curated', 'answered by files that were not recorded, which stay'],
];

function count<Key>(counts: Map<Key, number>, key: Key, more = 1): void {
  if (more > 0) counts.set(key, (counts.get(key) ?? 0) + more);
}

function total(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const found of counts.values()) sum += found;
  return sum;
}
