import { run } from './run.ts';

const { traces } = await run(console.log);
for (const { traceId, attributes } of traces) {
  console.log(`trace ${traceId}`);
  for (const [name, value] of Object.entries(attributes)) console.log(`  ${name}  ${value}`);
}
