import type { ImageModel } from '../api/types.ts';

const NUMBERS = new Set(['n', 'seed', 'output_compression']);

/** Returns the body of a request for images from what the form holds. */
export async function bodyFrom(
  values: Readonly<Record<string, string>>,
  model: ImageModel,
  files: readonly File[],
): Promise<Record<string, unknown>> {
  const members = Object.entries(values).map(([name, value]): [string, unknown] => {
    if (name === 'stream') return [name, true];
    return [name, NUMBERS.has(name) ? Number(value) : value];
  });
  const given = files.filter(({ size }) => size > 0);
  const references = await Promise.all(
    given.map(async (file) => referenceOf(await dataUrlOf(file))),
  );
  return {
    ...Object.fromEntries(members),
    model: model.id,
    ...(references.length > 0 && { input_references: references }),
  };
}

function referenceOf(url: string) {
  return { type: 'image_url', image_url: { url } };
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      // `readAsDataURL` makes text.
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)));
    reader.readAsDataURL(file);
  });
}
