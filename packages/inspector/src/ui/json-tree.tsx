import { useState } from 'preact/hooks';

const MOST_TEXT = 400;
const PAGE = 100;

/** JSON as a tree to unfold; what is folded is not in the page. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div class="json" role="group" aria-label={label}>
      <Node value={value} depth={0} name={undefined} />
    </div>
  );
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth }: NodeProps) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="leaf">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  return <Branch name={name} depth={depth} value={value} />;
}

function Branch({ name, value, depth }: NodeProps & { readonly value: object }) {
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  const [isOpen, setOpen] = useState(depth < 2 && members.length <= 30);
  const [shown, setShown] = useState(PAGE);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const unit = isList ? 'item' : 'member';
  const count = `${members.length} ${unit}${members.length === 1 ? '' : 's'}`;
  if (members.length === 0) {
    return (
      <div class="leaf">
        <Name name={name} />
        {open + close}
      </div>
    );
  }
  return (
    <div>
      <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span aria-hidden="true" class="arrow" />
        <Name name={name} />
        {open}
        {!isOpen && (
          <span class="muted">
            {' '}
            {count} {close}
          </span>
        )}
      </button>
      {isOpen && (
        <div class="members">
          {members.slice(0, shown).map(([key, member]) => (
            <Node key={key} name={isList ? undefined : key} value={member} depth={depth + 1} />
          ))}
          {members.length > shown && (
            <button type="button" class="quiet" onClick={() => setShown(shown + PAGE)}>
              {members.length - shown} more
            </button>
          )}
          <div>{close}</div>
        </div>
      )}
    </div>
  );
}

function Name({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span class="name">{name}: </span>;
}

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string') return <span class="literal">{String(value)}</span>;
  const text = value.length <= MOST_TEXT ? value : value.slice(0, MOST_TEXT);
  return (
    <span class="text">
      {JSON.stringify(text)}
      {text !== value && (
        <span class="muted"> … {value.length.toLocaleString('en')} characters</span>
      )}
    </span>
  );
}
