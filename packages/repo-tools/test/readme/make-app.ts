import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../src/repository.ts';
import { typescriptBlocks } from './markdown.ts';
import { runSnippet } from './run-snippet.ts';

interface App {
  /** Resolves with the image, in base64. */
  draw(prompt: string): Promise<string>;
  /** Resolves with the text of the whole stream. */
  watch(prompt: string): Promise<string>;
}

type MakeApp = (options: { readonly baseURL: string; readonly apiKey: string }) => App;

const guide = readFileSync(path.join(ROOT, 'docs/mock/test-runners.md'), 'utf8');
const [, app = ''] = typescriptBlocks(guide);

/** The app that examples of the guides test, as one of them has it to paste. */
export const { makeApp } = await runSnippet<{ readonly makeApp: MakeApp }>(app, {});
