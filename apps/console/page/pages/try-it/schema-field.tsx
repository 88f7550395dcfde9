import { useState } from "preact/hooks";
import { fieldKind, type JsonSchema, resolved } from "../../domain/json-schema.ts";

export type FieldProps = {
  name: string;
  /** Tells fields of the same name apart. */
  path: string;
  schema: JsonSchema;
  root: JsonSchema;
  value: unknown;
  /** Undefined when the field is empty, and left out of the call. */
  onChange(value: unknown): void;
  isRequired?: boolean;
  isTop?: boolean;
};

export function SchemaField(props: FieldProps) {
  const schema = resolved(props.schema, props.root);
  const field = { ...props, schema };
  const kind = fieldKind(schema);
  if (kind === "object") return <ObjectField {...field} />;
  if (kind === "list") return <ListField {...field} />;
  if (props.isTop) return <p class="soft">It takes no arguments.</p>;
  return (
    <label class="field">
      <Name {...field} />
      {kind === "choice" && <ChoiceInput {...field} />}
      {kind === "text" && <TextInput {...field} />}
      {kind === "number" && <NumberInput {...field} />}
      {kind === "boolean" && <BooleanInput {...field} />}
      {kind === "json" && <JsonInput {...field} />}
    </label>
  );
}

function Name({ name, schema, isRequired = false }: FieldProps) {
  return (
    <span class="field-name">
      {name}
      {isRequired && <span class="required"> required</span>}
      {schema.description !== undefined && <span class="soft"> {schema.description}</span>}
    </span>
  );
}

function ObjectField({
  name,
  path,
  schema,
  root,
  value,
  onChange,
  isTop = false,
  isRequired,
}: FieldProps) {
  const held = (value ?? {}) as Record<string, unknown>;
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => (
    <SchemaField
      key={key}
      name={key}
      path={`${path}.${key}`}
      schema={property}
      root={root}
      value={held[key]}
      isRequired={schema.required?.includes(key) ?? false}
      onChange={(next) => {
        const { [key]: _, ...others } = held;
        onChange(next === undefined ? others : { ...others, [key]: next });
      }}
    />
  ));
  if (isTop) return <>{fields}</>;
  return (
    <fieldset>
      <legend>
        {name}
        {isRequired && <span class="required"> required</span>}
      </legend>
      {fields}
    </fieldset>
  );
}

function ListField({ name, path, schema, root, value, onChange, isRequired }: FieldProps) {
  const items = (value ?? []) as unknown[];
  const change = (next: unknown[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset>
      <legend>
        {name}
        {isRequired && <span class="required"> required</span>}
        {schema.description !== undefined && <span class="soft"> {schema.description}</span>}
      </legend>
      {items.map((item, index) => (
        <div class="list-item" key={index}>
          <SchemaField
            name={`${name} ${index + 1}`}
            path={`${path}.${index}`}
            schema={schema.items ?? {}}
            root={root}
            value={item}
            onChange={(next) => change(items.with(index, next))}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove ${name} ${index + 1}`}
            onClick={() => change(items.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" class="quiet" onClick={() => change([...items, undefined])}>
        Add to {name}
      </button>
    </fieldset>
  );
}

function ChoiceInput({ schema, value, onChange, isRequired }: FieldProps) {
  const choices = schema.enum ?? [];
  return (
    <select
      value={value === undefined ? "" : JSON.stringify(value)}
      required={isRequired}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === "" ? undefined : JSON.parse(chosen))
      }
    >
      <option value="">
        {schema.default === undefined ? "" : `${String(schema.default)} (default)`}
      </option>
      {choices.map((choice) => (
        <option key={String(choice)} value={JSON.stringify(choice)}>
          {String(choice)}
        </option>
      ))}
    </select>
  );
}

const LONG = /thought|content|rationale|prompt|text|diff|summary|problem/;

function TextInput({ name, schema, value, onChange, isRequired }: FieldProps) {
  const shared = {
    value: (value ?? "") as string,
    required: isRequired,
    placeholder: schema.default === undefined ? "" : String(schema.default),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === "" ? undefined : currentTarget.value),
  };
  return LONG.test(name) ? <textarea rows={4} {...shared} /> : <input type="text" {...shared} />;
}

function NumberInput({ schema, value, onChange, isRequired }: FieldProps) {
  return (
    <input
      type="number"
      step={schema.type === "integer" ? 1 : "any"}
      min={schema.minimum}
      max={schema.maximum}
      required={isRequired}
      value={(value ?? "") as number}
      placeholder={schema.default === undefined ? "" : String(schema.default)}
      onInput={({ currentTarget: { value: typed } }) =>
        onChange(typed === "" ? undefined : Number(typed))
      }
    />
  );
}

function BooleanInput({ schema, value, onChange }: FieldProps) {
  return (
    <select
      value={value === undefined ? "" : String(value)}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === "" ? undefined : chosen === "true")
      }
    >
      <option value="">
        {schema.default === undefined ? "" : `${String(schema.default)} (default)`}
      </option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  );
}

function JsonInput({ value, onChange }: FieldProps) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [isWrong, setIsWrong] = useState(false);
  const type = (typed: string) => {
    setText(typed);
    try {
      onChange(typed.trim() === "" ? undefined : JSON.parse(typed));
      setIsWrong(false);
    } catch {
      setIsWrong(true);
    }
  };
  return (
    <>
      <textarea
        class="mono"
        rows={5}
        value={text}
        placeholder="JSON"
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      {isWrong && <span class="note tone-bad">This is not JSON yet.</span>}
    </>
  );
}
