/** Light and dark theme: follows the system until the reader chooses, and remembers the choice. */

export type ThemeName = 'light' | 'dark';

/** Colours that charts and drawings need as values; the style sheet has the same ones. */
export interface Theme {
  name: ThemeName;
  surface: string;
  text: string;
  mutedText: string;
  line: string;
  neutral: string;
  accent: string;
}

const themes: Record<ThemeName, Theme> = {
  light: {
    name: 'light',
    surface: '#ffffff',
    text: '#1b2430',
    mutedText: '#576474',
    line: '#dce2e9',
    neutral: '#9aa5b1',
    accent: '#0b63a5',
  },
  dark: {
    name: 'dark',
    surface: '#18202b',
    text: '#e8edf3',
    mutedText: '#a3b0bf',
    line: '#334052',
    neutral: '#6d7a8a',
    accent: '#66b2ec',
  },
};

const storageKey = 'disgnn-theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let chosen: ThemeName | null = readChoice();
let forced: ThemeName | null = null;

/** Storage throws where the browser forbids it, for instance in some file:// pages. */
function readChoice(): ThemeName | null {
  try {
    const value = window.localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

function remember(name: ThemeName): void {
  try {
    window.localStorage.setItem(storageKey, name);
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

export function currentTheme(): Theme {
  return themes[forced ?? chosen ?? (systemIsDark.matches ? 'dark' : 'light')];
}

export function chooseTheme(name: ThemeName): void {
  chosen = name;
  remember(name);
  apply();
}

/** Shows a theme without remembering it; null ends that. Paper is white. */
export function forceTheme(name: ThemeName | null): void {
  forced = name;
  apply();
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startTheme(): void {
  systemIsDark.addEventListener('change', apply);
  apply();
}

function apply(): void {
  document.documentElement.dataset.theme = currentTheme().name;
  for (const listener of [...listeners]) listener();
}
