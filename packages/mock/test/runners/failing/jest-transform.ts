import { transformSync } from 'esbuild';

/** Makes JavaScript of TypeScript. */
// oxlint-disable-next-line import/no-default-export -- Jest takes nothing else.
export default {
  process: (text: string, sourcefile: string) =>
    transformSync(text, { loader: 'ts', format: 'esm', sourcefile, target: 'node20' }),
};
