// System: starts other processes, which are to decide alike.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { hashKey, isSampled } from '@model-gateway/core';

const TRACES = 20_000;
const PROCESSES = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 4 : 2;
const RATES = [0.001, 0.1, 0.5] as const;
const DESTINATION = '20000000-0000-4000-8000-000000000001';

/** Prints a digest of all decisions, and how many were taken at each rate. */
const PROGRAM = `
  const { hashKey, isSampled } = await import('@model-gateway/core');
  let decisions = '';
  for (const rate of ${JSON.stringify(RATES)})
    for (let i = 0; i < ${TRACES}; i++)
      decisions += isSampled(hashKey('trace ' + i).slice(0, 32), '${DESTINATION}', rate) ? 1 : 0;
  console.log(hashKey(decisions));
`;

async function digestOfAnother(): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=@model-gateway/source', '--input-type=module', '--eval', PROGRAM],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return text.trim();
}

it(`takes the same decisions in ${PROCESSES} processes, and within 3 sigma of each rate`, async () => {
  const others = Promise.all(Array.from({ length: PROCESSES }, digestOfAnother));
  let decisions = '';
  for (const rate of RATES) {
    let taken = 0;
    for (let i = 0; i < TRACES; i++) {
      const isTaken = isSampled(hashKey(`trace ${i}`).slice(0, 32), DESTINATION, rate);
      decisions += isTaken ? 1 : 0;
      if (isTaken) taken++;
    }
    const sigma = Math.sqrt(TRACES * rate * (1 - rate));
    const off = Math.abs(taken - TRACES * rate) / sigma;
    assert.ok(off <= 3, `${taken} of ${TRACES} at ${rate}: ${off.toFixed(2)} sigma`);
  }
  const digest = hashKey(decisions);
  assert.deepEqual(
    await others,
    Array.from({ length: PROCESSES }, () => digest),
  );
});
