import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import * as http from '@model-gateway/core/http';
import { createMockGateway } from '@model-gateway/mock';
import { ROOT } from '../../src/repository.ts';
import { AUTHORIZATION, expectModels, sampleGateway } from '../smoke/sample-gateway.ts';
import { BROWSER_STAGES, noChromium } from './browser-stages.ts';
import { useFreePorts } from './free-ports.ts';
import { hostLines, spanBeginning, type HostLine } from './markdown.ts';
import { runSnippet } from './run-snippet.ts';
import { SERVER_STAGES } from './server-stages.ts';
import type { Stage } from './stage.ts';

const GUIDE = readFileSync(path.join(ROOT, 'docs/hosts.md'), 'utf8');
const LINES = hostLines(GUIDE);
/** Said once, below the table, for all lines that speak fetch. */
const ANSWER = spanBeginning(GUIDE, 'const answer = ');

describe('the table of hosts in docs/hosts.md', () => {
  it('has a line for each host that is tested here, and no other', () => {
    const tested = [...Object.keys(SERVER_STAGES), ...Object.keys(BROWSER_STAGES)];
    assert.deepEqual(LINES.map(({ host }) => host).toSorted(), tested.toSorted());
  });

  for (const line of LINES) {
    for (const stage of SERVER_STAGES[line.host] ?? []) {
      it(`lists models in ${line.host}`, (t) => perform(t, stage, line));
    }
    const stage = BROWSER_STAGES[line.host];
    if (stage !== undefined) {
      const options = { skip: noChromium };
      it(`lists models in ${line.host}`, options, (t) => perform(t, stage, line));
    }
  }
});

/** Runs a line in its host and asks for the models. */
async function perform(t: TestContext, stage: Stage, { host, from, code: ownCode }: HostLine) {
  const code = from === '@model-gateway/fetch' ? `${ANSWER};\n${ownCode}` : ownCode;
  const ours = {
    ...http,
    ...(await import(from)),
    createMockGateway,
    gateway: sampleGateway(),
  };
  const ask = await stage({
    line: { host, from, code },
    run: (names) => runSnippet(code, { ...ours, ...names }),
    ports: useFreePorts(t),
    t,
  });
  const isMock = from.startsWith('@model-gateway/mock');
  const authorization = isMock ? `Bearer ${createMockGateway().apiKey}` : AUTHORIZATION;
  const { status, text } = await ask('/v1/models', { authorization });
  expectModels(status, text);
}
