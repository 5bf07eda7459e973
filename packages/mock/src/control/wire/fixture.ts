import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';

/** A fixture file with what belongs beside it. */
export const FixtureSchema = described(
  v.object({
    file: described(v.string(), 'A name for the file: `create-image.gw.yaml`.'),
    text: described(v.string(), 'The file, YAML.'),
    assets: described(
      v.array(
        v.object({
          name: described(v.string(), 'The name, in the folder `assets` beside the file.'),
          base64: described(v.string(), 'The content.'),
        }),
      ),
      'Images and other files that the fixture names.',
    ),
  }),
  'A fixture of one request.',
  { title: 'Fixture' },
);

export type FixtureJson = v.InferOutput<typeof FixtureSchema>;
