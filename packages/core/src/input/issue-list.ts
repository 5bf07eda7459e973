import { MOST_ISSUES, type RequestIssue } from '../errors.ts';

/**
 * The problems of a request: the first 100 in words, the rest counted. A body of 200 kB can have
 * 100,000 problems, and a sentence for each would be a hundred times larger than the body. Source:
 * contract §1.5.
 */
export class IssueList {
  readonly #issues: RequestIssue[] = [];
  #more = 0;

  get issues(): readonly RequestIssue[] {
    return this.#issues;
  }

  /** How many more there are than `issues`. */
  get more(): number {
    return this.#more;
  }

  get isEmpty(): boolean {
    return this.#issues.length === 0;
  }

  /** Adds a problem; `inWords` is only called when the problem is kept. */
  add(inWords: () => RequestIssue): void {
    if (this.#issues.length < MOST_ISSUES) this.#issues.push(inWords());
    else this.#more++;
  }
}
