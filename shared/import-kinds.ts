/** What can be imported, as it is said to people. Apart from the endpoints, whose rules the browser does not load. */
export const importKinds =
  "Lisa's own export, Day One (JSON), Journey (ZIP), Daylio (CSV or backup), Journiv (JSON), Diarium (JSON), Apple Journal (ZIP), Standard Notes (backup), jrnl, Markdown (also of Obsidian and Notion) and CSV"
