import { useEffect, useState } from "preact/hooks";

const THEMES = { system: "light dark", light: "light", dark: "dark" };
type Theme = keyof typeof THEMES;
const KEPT = "faculties-theme";

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(read);
  useEffect(() => {
    document.documentElement.style.colorScheme = THEMES[theme];
    localStorage.setItem(KEPT, theme);
  }, [theme]);
  return (
    <label class="theme">
      <span>Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}

function read(): Theme {
  const kept = localStorage.getItem(KEPT) ?? "system";
  return kept in THEMES ? (kept as Theme) : "system";
}
