// Without code of its own: documents start the shell itself (scripts/browser-entry.ts).
import "#app/entry.browser.tsx";
