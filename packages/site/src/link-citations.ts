import { headingAnchor } from './heading-anchor.ts';
import { outsideCode } from './rewrite-links.ts';

const HEADING = /^#{2,4} ((\d+(?:\.\d+)*)\.? .+)$/gm;

/** Returns the anchors of the numbered sections of the contract: `3.8` → `38-sorts`. */
export function sectionAnchors(contract: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(contract.matchAll(HEADING), ([, heading = '', number = '']) => [
      number,
      headingAnchor(heading),
    ]),
  );
}

/** Makes `contract §3.8` a link to that section. */
export function linkCitations(markdown: string, anchors: ReadonlyMap<string, string>): string {
  return outsideCode(markdown, (prose) =>
    prose.replaceAll(/contract \u00A7(\d+(?:\.\d+)*)/g, (citation, section: string) => {
      const anchor = anchors.get(section);
      return anchor === undefined ? citation : `[${citation}](/contract#${anchor})`;
    }),
  );
}
