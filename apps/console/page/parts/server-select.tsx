import { type ServerName, SERVER_NAMES, SERVERS } from "../servers.ts";

type Props = { value: ServerName; onChange(name: ServerName): void };

export function ServerSelect({ value, onChange }: Props) {
  return (
    <label>
      Server
      <select
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as ServerName)}
      >
        {SERVER_NAMES.map((name) => (
          <option key={name} value={name}>
            {SERVERS[name].title} ({name})
          </option>
        ))}
      </select>
    </label>
  );
}
