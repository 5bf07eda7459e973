import { createMemoryDestinationStore } from '@model-gateway/core';
import { createForwarder, toOpenMetrics } from '@model-gateway/telemetry';

async function main(): Promise<void> {
  const forwarder = createForwarder({
    destinations: createMemoryDestinationStore(),
    http: () => Promise.reject(new Error('nothing is sent')),
  });
  await forwarder.flush();
  const { sent, lost } = await forwarder.close();
  if (sent !== 0 || lost !== 0 || !toOpenMetrics(forwarder.stats()).endsWith('# EOF\n')) {
    throw new Error('expected an idle forwarder to have sent and lost nothing');
  }
}

void main();
