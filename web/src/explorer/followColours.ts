import type { Scope } from '../scope';
import type { State } from '../state';
import { onThemeChange } from '../theme';
import type { Chooser } from '../ui/controls';
import { colourings } from './colouring';

/** Calls `redraw` when the colouring, chosen in any section, or the theme changes. */
export function followColours(
  state: State,
  scope: Scope,
  colourChooser: Chooser,
  redraw: () => void,
): void {
  scope.add(
    state.on('colouring', () => {
      colourChooser.select.selectedIndex = colourings.findIndex(
        (one) => one.value === state.colouring,
      );
      redraw();
    }),
  );
  scope.add(onThemeChange(redraw));
}
