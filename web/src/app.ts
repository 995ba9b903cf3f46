import { drawAllFigures } from './charts/figure';
import { SidePanel } from './panel/sidePanel';
import { Scope } from './scope';
import { channels } from './sections/channels';
import { embedding } from './sections/embedding';
import { errors } from './sections/errors';
import { explorer } from './sections/explorer';
import { overview } from './sections/overview';
import type { Page, Section } from './sections/section';
import { training } from './sections/training';
import type { State } from './state';
import { chooseTheme, currentTheme, forceTheme, onThemeChange } from './theme';
import { chooser } from './ui/controls';
import { button, element } from './ui/dom';
import { cut } from './ui/text';

const sections: Section[] = [overview, training, channels, explorer, errors, embedding];
const sectionsWithPanel = new Set([explorer.id, embedding.id]);

interface Place {
  section: Section;
  host: HTMLElement;
  link: HTMLAnchorElement;
  /** null until it is first shown and after the run has changed. */
  scope: Scope | null;
}

/** The page: navigation, run chooser, and one section shown at a time. */
export class App implements Page {
  private readonly places: Place[];
  private readonly panel: SidePanel;
  private readonly statusText = element('span', {
    class: 'live-status',
    testId: 'live-status',
    role: 'status',
  });
  private readonly runHost = element('div', { class: 'run-chooser' });
  private current = sections[0].id;

  constructor(readonly state: State) {
    this.places = sections.map((section) => this.makePlace(section));
    this.panel = new SidePanel(byId('side-panel'), state, this.openNode);
    byId('navigation').append(
      element('ul', {}, ...this.places.map(({ link }) => element('li', {}, link))),
    );
    byId('content').append(...this.places.map(({ host }) => host));
    this.fillTopBar();
    state.on('run', () => this.rebuild());
    window.addEventListener('hashchange', () => this.show(this.fromAddress()));
    window.addEventListener('beforeprint', () => this.showEverything());
    window.addEventListener('afterprint', () => {
      forceTheme(null);
      this.show(this.current);
    });
    this.show(this.fromAddress());
  }

  readonly openNode = (node: number): void => {
    this.state.select({ kind: 'node', node });
    // Inside the map the node is marked there; from elsewhere the explorer opens.
    if (this.current === embedding.id) return;
    if (this.current === explorer.id) this.state.notify('section');
    else window.location.hash = explorer.id;
  };

  setStatus(text: string): void {
    this.statusText.textContent = text;
  }

  private makePlace(section: Section): Place {
    const host = element('section', {
      id: section.id,
      class: 'section',
      testId: `section-${section.id}`,
      hidden: true,
    });
    host.setAttribute('aria-labelledby', `${section.id}-heading`);
    const link = element('a', { testId: `link-${section.id}` }, section.title);
    link.href = `#${section.id}`;
    return { section, host, link, scope: null };
  }

  private fillTopBar(): void {
    const theme = button('', { class: 'small-button', testId: 'theme' }, () =>
      chooseTheme(currentTheme().name === 'dark' ? 'light' : 'dark'),
    );
    const nameTheme = () => {
      theme.textContent = currentTheme().name === 'dark' ? 'Light theme' : 'Dark theme';
    };
    nameTheme();
    onThemeChange(nameTheme);
    this.fillRunChooser();
    byId('top-bar').append(
      element('h1', {}, 'disgnn report'),
      this.statusText,
      this.runHost,
      theme,
    );
  }

  private fillRunChooser(): void {
    const { runs, runIndex, run } = this.state;
    const names = runs.map((one, value) => ({ value, label: cut(one.name, 50) }));
    this.runHost.replaceChildren(
      runs.length > 1
        ? chooser('Run', 'run-chooser', names, runIndex, (value) => this.state.chooseRun(value))
            .element
        : element(
            'span',
            { class: 'run-name', testId: 'run-name', title: run.name },
            cut(run.name, 40),
          ),
    );
    document.title = `disgnn report: ${cut(run.name, 60)}`;
  }

  private fromAddress(): string {
    const wanted = window.location.hash.slice(1);
    return sections.some((section) => section.id === wanted) ? wanted : this.current;
  }

  private rebuild(): void {
    for (const place of this.places) this.unmount(place);
    this.fillRunChooser();
    this.show(this.current);
  }

  private show(id: string): void {
    this.current = id;
    for (const place of this.places) {
      const shown = place.section.id === id;
      place.host.hidden = !shown;
      if (shown) place.link.setAttribute('aria-current', 'page');
      else place.link.removeAttribute('aria-current');
      if (shown) this.mount(place);
    }
    this.panel.allow(sectionsWithPanel.has(id));
    this.state.notify('section');
    window.scrollTo(0, 0);
  }

  private mount(place: Place): void {
    if (place.scope) return;
    place.scope = new Scope();
    place.host.replaceChildren(
      element('h2', { id: `${place.section.id}-heading` }, place.section.title),
    );
    try {
      place.section.mount(place.host, this, place.scope);
    } catch (error) {
      // One unreadable part must not take the others with it.
      const reason = error instanceof Error ? error.message : String(error);
      place.host.append(
        element(
          'p',
          { class: 'failure', role: 'alert', testId: 'failure' },
          `This part cannot be shown: ${reason}`,
        ),
      );
    }
  }

  private unmount(place: Place): void {
    place.scope?.dispose();
    place.scope = null;
    place.host.replaceChildren();
  }

  /** On paper there is no navigation: all sections follow each other, dark on white. */
  private showEverything(): void {
    forceTheme('light');
    for (const place of this.places) {
      place.host.hidden = false;
      this.mount(place);
    }
    drawAllFigures();
  }
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}
