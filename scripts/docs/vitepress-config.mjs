// The configuration of the site, copied next to its pages.
const SERVERS = [
  ["Memory", "agent-memory"],
  ["Review", "gan-audit"],
  ["Reasoning", "langbase-reasoning"],
  ["Second opinion", "converse"],
  ["Runs", "orchestrator-resources"],
];

/** Anchors as GitHub makes them, so that links work in both places and a tool is found under its name. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

export default {
  title: "Faculties",
  description:
    "Five MCP servers for coding agents: memory, review, reasoning, second opinions, runs.",
  cleanUrls: false,
  lastUpdated: false,
  markdown: { anchor: { slugify } },
  vite: { logLevel: "warn" },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "A day", link: "/docs/a-day-with-faculties" },
      { text: "Install", link: "/apps/cli/" },
      { text: "Settings", link: "/docs/settings" },
      { text: "Comparison", link: "/docs/comparison" },
    ],
    sidebar: [
      {
        text: "Start",
        items: [
          { text: "Faculties", link: "/" },
          { text: "A day with Faculties", link: "/docs/a-day-with-faculties" },
          { text: "The faculties command", link: "/apps/cli/" },
          { text: "The console", link: "/docs/console" },
        ],
      },
      ...SERVERS.map(([text, name]) => ({
        text,
        items: [
          { text: "What it does, install", link: `/apps/${name}/` },
          { text: "Every tool by example", link: `/docs/servers/${name}` },
        ],
      })),
      {
        text: "Use",
        items: [
          { text: "Settings", link: "/docs/settings" },
          { text: "Choosing providers", link: "/docs/providers" },
          { text: "Clients", link: "/docs/clients" },
          { text: "Teams and hosting", link: "/docs/hosting" },
          { text: "Upgrading", link: "/docs/upgrading" },
          { text: "Comparison", link: "/docs/comparison" },
        ],
      },
      {
        text: "Inside",
        items: [
          { text: "Architecture", link: "/docs/architecture" },
          { text: "Decisions", link: "/docs/adr/" },
          { text: "Measurements", link: "/bench/results/" },
          { text: "Security", link: "/SECURITY" },
          { text: "Contributing", link: "/CONTRIBUTING" },
        ],
      },
    ],
  },
};
