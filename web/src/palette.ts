import type { Theme } from './theme';

/** Colours that people with colour vision deficiencies can tell apart (Okabe–Ito, Tol vibrant). */

const classColours = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a600'];
const homoColours = ['#0077bb', '#33bbee', '#009988', '#6699cc'];
const heteroColours = ['#ee7733', '#cc3311', '#ee3377', '#ddaa33'];
const seriesColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#b8a600'];

type Rgb = [number, number, number];

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function mix(from: string, to: string, share: number): string {
  const a = parse(from);
  const b = parse(to);
  const parts = a.map((part, i) => Math.round(part + (b[i] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export function premultiplied(colour: string, opacity: number): string {
  const [red, green, blue] = parse(colour).map((part) => Math.round(part * opacity));
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}

/** More items than colours: the same hues again, darker, lighter, much darker, much lighter. */
function cycled(colours: string[], index: number): string {
  const base = colours[index % colours.length];
  const round = Math.floor(index / colours.length);
  if (round === 0) return base;
  const share = Math.min(0.75, 0.4 + 0.12 * Math.floor((round - 1) / 2));
  return mix(base, round % 2 === 1 ? '#000000' : '#ffffff', share);
}

export function classColour(index: number, theme: Theme): string {
  return index < 0 ? theme.neutral : cycled(classColours, index);
}

/** Cool hues for the homo half, warm ones for the hetero half. */
export function channelColour(channel: number, homo: number): string {
  return channel < homo ? cycled(homoColours, channel) : cycled(heteroColours, channel - homo);
}

export function seriesColour(index: number): string {
  return cycled(seriesColours, index);
}

export const correctColour = '#56b4e9';
export const errorColour = '#d55e00';

export function splitColour(split: number, theme: Theme): string {
  return [theme.neutral, '#0072b2', '#e69f00', '#009e73'][split] ?? theme.neutral;
}

/** −1 … 0 … 1 as blue … surface … red. */
export function divergingColours(theme: Theme): string[] {
  const middle = theme.name === 'light' ? '#f7f7f7' : '#2a3442';
  return ['#2166ac', mix('#2166ac', middle, 0.5), middle, mix('#c0392b', middle, 0.5), '#c0392b'];
}

/** 0 … 1 from the surface to a strong blue. */
export function sequentialColours(theme: Theme): string[] {
  return theme.name === 'light'
    ? ['#f4f8fc', '#a9cbe8', '#4f97cc', '#0b63a5', '#063c66']
    : ['#1f2a38', '#1d4a73', '#2673b0', '#56a8e0', '#b9dffb'];
}

/** The colour at a place of 0 … 1 in a list of evenly spaced colours. */
export function colourAt(colours: string[], place: number): string {
  const scaled = Math.min(Math.max(place, 0), 1) * (colours.length - 1);
  const lower = Math.min(Math.floor(scaled), colours.length - 2);
  return mix(colours[lower], colours[lower + 1], scaled - lower);
}

/** Black or white, whichever is easier to read on the colour. */
export function textOn(colour: string): string {
  const [red, green, blue] = parse(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#10161d' : '#ffffff';
}
