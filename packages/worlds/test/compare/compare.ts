/**
 * `pnpm compare-worlds CATALOG…`: compares each catalog with the first: distances by feature, how
 * well a classifier tells them apart, and contradictions. A catalog is a JSON file, `golden`, or
 * `generated:SEED:MODELS`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseCatalog, type Model } from '@model-gateway/core';
import { generateWorld, loadGoldenWorld } from '@model-gateway/worlds';
import { faultsOf } from './coherence.ts';
import { distancesOf } from './distance.ts';
import { forest } from './forest.ts';
import { distancesOfHalves } from './halves.ts';
import { htmlReport } from './html-report.ts';
import { tellApart } from './tell-apart.ts';

const NEAR = 5;

async function catalogOf(name: string): Promise<readonly Model[]> {
  const [kind, seed, models] = name.split(':');
  const world =
    name === 'golden'
      ? await loadGoldenWorld()
      : kind === 'generated'
        ? await generateWorld({ seed: Number(seed ?? 7), models: Number(models ?? 400) })
        : undefined;
  const all =
    world?.models.map(({ model }) => model) ??
    parseCatalog(readFileSync(name, 'utf8')).entries.map(({ model }) => model);
  return all.filter(({ architecture }) => architecture.output_modalities.includes('text'));
}

const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const html = process.argv.find((name) => name.startsWith('--html='))?.slice('--html='.length);
const [first = '', ...others] = names;
if (others.length === 0) {
  throw new Error('name two catalogs or more: a JSON file, golden, or generated:7:400');
}
const base = await catalogOf(first);
const usual = distancesOfHalves(base);
const comparisons = [];
for (const name of others) {
  const models = await catalogOf(name);
  const distances = distancesOf(base, models);
  const near = distances.filter(({ points }) => points <= NEAR).length;
  const asHalves = distances.filter(
    ({ name: feature, points }) => points <= Math.max(NEAR, usual.get(feature) ?? 0),
  ).length;
  const area = tellApart(base, models);
  const forestArea = tellApart(base, models, forest);
  const faults = faultsOf(models);
  comparisons.push({
    name,
    models,
    distances,
    areas: { logistic: area, forest: forestArea },
    faults,
  });
  console.log(`${name} against ${first}: ${models.length} and ${base.length} text models`);
  console.log(`  ${near} of ${distances.length} features within ${NEAR} points,`);
  console.log(`  ${asHalves} within that or what random halves of ${first} differ by`);
  console.log(`  a logistic classifier tells them apart with an AUC of ${area.toFixed(2)},`);
  console.log(`  a random forest with ${forestArea.toFixed(2)}`);
  console.log(
    `  ${faults.length} contradictions${faults
      .slice(0, 5)
      .map((each) => `\n    ${each}`)
      .join('')}`,
  );
  for (const { name: feature, points } of distances) {
    if (points <= NEAR) continue;
    const halves = (usual.get(feature) ?? 0).toFixed(0);
    console.log(`  ${points.toFixed(0).padStart(4)}  ${feature} (halves: ${halves})`);
  }
}
if (html !== undefined) {
  const page = htmlReport({ name: first, models: base, halves: usual }, comparisons);
  writeFileSync(html, page);
}
