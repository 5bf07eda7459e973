import { generateWorld, loadGoldenWorld, model } from '@model-gateway/worlds';

async function main(): Promise<void> {
  const { models } = await loadGoldenWorld();
  if (models.length !== 400) throw new Error(`expected 400 models, got ${models.length}`);

  const { id } = model({ id: 'acme/quill-9', price: 'free' }).model;
  if (id !== 'acme/quill-9') throw new Error(`expected acme/quill-9, got ${id}`);

  // This project has not installed faker.
  const refusal = await generateWorld({ seed: 1, models: 1 }).catch((error: unknown) => error);
  const says = refusal instanceof Error ? refusal.message : '';
  if (!says.includes('npm install')) throw new Error(`expected GW1707, got ${String(refusal)}`);
}

void main();
