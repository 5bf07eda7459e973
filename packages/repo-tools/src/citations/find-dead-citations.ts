/** A `§` that leads nowhere. */
export interface DeadCitation {
  /** Counted from 1. */
  readonly line: number;
  /** As it stands in the text. */
  readonly citation: string;
  readonly says: string;
}

const HEADING = /^#{2,3} (\d+(?:\.\d+)?)\.? /gm;

/** The numbers of the sections of docs/contract.md: `4`, `4.7`. */
export function sectionsOf(contract: string): ReadonlySet<string> {
  return new Set(Array.from(contract.matchAll(HEADING), ([, number = '']) => number));
}

/** Between words: also a line break within a comment. */
const GAP = String.raw`\s+(?:(?:\*|//)\s+)?`;
const NEXT = String.raw`(?:–§?|(?:, and|,| and| or| to)${GAP}§)`;
const SECTIONS = String.raw`§\d+(?:\.\d+)*(?:${NEXT}\d+(?:\.\d+)*)*`;
/** `contract §4.7`, also `contract §1.2–1.5`, `contract §2.2 and §2.4`. */
const CONTRACT = `contract${GAP}(?<sections>${SECTIONS})`;
/** Documents that other people publish. */
const ELSEWHERE = String.raw`(?:RFC \d+|XML 1\.0)${GAP}${SECTIONS}`;
const CITATION = new RegExp(`${CONTRACT}|${ELSEWHERE}|§[\\d.]*`, 'gi');
const NUMBER = /\d+(?:\.\d+)*/g;

/** The citations in a text that name no section of the contract, or no document at all. */
export function findDeadCitations(
  text: string,
  sections: ReadonlySet<string>,
): readonly DeadCitation[] {
  return Array.from(text.matchAll(CITATION)).flatMap((match) => {
    const [citation] = match;
    const says = problemOf(citation, match.groups?.['sections'], sections);
    if (says === undefined) return [];
    return [{ line: text.slice(0, match.index).split('\n').length, citation, says }];
  });
}

function problemOf(
  citation: string,
  cited: string | undefined,
  sections: ReadonlySet<string>,
): string | undefined {
  if (cited !== undefined) {
    const missing = (cited.match(NUMBER) ?? []).filter((number) => !sections.has(number));
    if (missing.length === 0) return undefined;
    return `docs/contract.md has no section ${missing.join(', ')}`;
  }
  if (!citation.startsWith('§')) return undefined;
  return 'say of which document: contract §4.7, or RFC 9110 §5.1';
}
