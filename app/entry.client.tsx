// React Router looks for the entry here.
import "#app/entry.browser.tsx";
