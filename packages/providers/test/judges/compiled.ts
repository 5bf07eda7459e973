import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const TSC = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript7/package.json')),
  'bin/tsc',
);
const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: 'nodenext',
  target: 'es2022',
  types: [],
};

/** What the compiler says of a line of a program. */
export interface Mistake {
  /** From 0. */
  readonly line: number;
  /** With what explains it. */
  readonly text: string;
}

/** Compiles a program against the types of the clients that this package is tested with. */
export async function mistakesIn(program: readonly string[]): Promise<readonly Mistake[]> {
  // Below the package, so that its clients are found.
  const home = new URL('../../node_modules/.cache/', import.meta.url).pathname;
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(`${home}judged-`);
  writeFileSync(path.join(folder, 'program.mts'), program.join('\n'));
  const project = { compilerOptions, files: ['program.mts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  try {
    const told = await new Promise<string>((done) => {
      execFile(
        process.execPath,
        [TSC, '-p', folder, '--pretty', 'false'],
        { maxBuffer: Infinity },
        (_, out, errors) => done(out + errors),
      );
    });
    const texts = told.split(/^(?=\S)/m).filter((text) => text.includes('error TS'));
    return texts.map((text) => {
      const [, number = '0'] = /program\.mts\((\d+),/.exec(text) ?? [];
      return { line: Number(number) - 1, text };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
