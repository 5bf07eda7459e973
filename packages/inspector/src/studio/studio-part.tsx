import { useEffect, useRef, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import { parameter } from '../state/address.ts';
import { currentTenant, refreshTenants } from '../state/tenants.ts';
import { Field, HintedField, valuesOf } from '../ui/field.tsx';
import { sayError } from '../ui/notice.tsx';
import { bodyFrom } from './body-from.ts';
import { Drawing } from './drawing.tsx';
import { draw, type DrawingState } from './draw.ts';
import type { ImageModel, Tenant } from '../api/types.ts';
import { ChatStudio } from './chat-studio.tsx';
import { Start } from './start.tsx';
import { StudioForm } from './studio-form.tsx';

/** Composes requests for images, of what the chosen model can do, and for answers of models. */
export function StudioPart() {
  const tenant = currentTenant.value;
  return (
    <div class="split">
      {tenant === undefined ? (
        <p class="empty">No tenant.</p>
      ) : parameter('mode') === 'chat' ? (
        <ChatStudio key={tenant.id} tenant={tenant} />
      ) : (
        <Studio key={tenant.id} tenant={tenant} />
      )}
    </div>
  );
}

function Studio({ tenant }: { readonly tenant: Tenant }) {
  const [models, setModels] = useState<readonly ImageModel[]>([]);
  const [drawing, setDrawing] = useState<DrawingState | undefined>();
  useEffect(() => {
    const path = `/tenants/${encodeURIComponent(tenant.id)}/image-models`;
    control<readonly ImageModel[]>('GET', path).then(setModels, sayError);
  }, [tenant.id]);
  const model = models.find(({ id }) => id === parameter('model')) ?? models[0];

  const prompt = useRef<HTMLTextAreaElement>(null);
  const tryPrompt = (text: string) => {
    if (prompt.current === null) return;
    prompt.current.value = text;
    prompt.current.focus();
  };
  const submit = async (form: HTMLFormElement) => {
    if (model === undefined) return;
    const files = [...new FormData(form).getAll('references')].filter(
      (each) => each instanceof File,
    );
    const body = await bodyFrom(valuesOf(form), model, files);
    await draw(tenant, body, setDrawing);
    await refreshTenants();
  };
  return (
    <>
      <StudioForm
        tenant={tenant}
        mode="images"
        label="Image request"
        models={models}
        model={model}
        submit={submit}
      >
        <Field label="Prompt">
          <textarea ref={prompt} name="prompt" rows={4} required>
            A lighthouse at dawn, watercolour
          </textarea>
        </Field>
        {model !== undefined && <Controls key={model.id} model={model} />}
        <button type="submit" class="primary" disabled={drawing?.isRunning === true}>
          {drawing?.isRunning === true ? 'Drawing…' : 'Draw'}
        </button>
      </StudioForm>
      <section class="results" aria-label="Result">
        {drawing === undefined ? (
          <Start tenant={tenant} onPrompt={tryPrompt} />
        ) : (
          <Drawing drawing={drawing} />
        )}
      </section>
    </>
  );
}

function Controls({ model }: { readonly model: ImageModel }) {
  return (
    <>
      <Options name="aspect_ratio" choices={model.aspect_ratios} />
      <Options name="resolution" choices={model.resolutions} />
      {model.takes_pixels && (
        <HintedField label="size" hint="Pixels, in place of a resolution">
          <input name="size" placeholder="1024x768" pattern="\d+x\d+" />
        </HintedField>
      )}
      <Options name="output_format" choices={model.output_formats} />
      <Options name="quality" choices={model.qualities} />
      <Options name="background" choices={model.backgrounds} />
      {model.max_images > 1 && (
        <Field label="n">
          <input name="n" type="number" min={1} max={model.max_images} placeholder="1" />
        </Field>
      )}
      {model.seed && (
        <Field label="seed">
          <input name="seed" type="number" step={1} />
        </Field>
      )}
      {model.compression && (
        <Field label="output compression">
          <input name="output_compression" type="number" min={0} max={100} />
        </Field>
      )}
      {model.max_references > 0 && (
        <Field label={`references (${model.min_references} to ${model.max_references})`}>
          <input
            name="references"
            type="file"
            accept="image/*"
            multiple
            required={model.min_references > 0}
          />
        </Field>
      )}
      {model.streams && (
        <label class="check">
          <input name="stream" type="checkbox" value="true" checked /> stream
        </label>
      )}
    </>
  );
}

function Options(props: { readonly name: string; readonly choices: readonly string[] | null }) {
  const { name, choices } = props;
  if (choices === null || choices.length === 0) return null;
  return (
    <Field label={name.replaceAll('_', ' ')}>
      <select name={name}>
        <option value="">default</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </Field>
  );
}
