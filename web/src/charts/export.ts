import { currentTheme } from '../theme';
import { announce, button } from '../ui/dom';
import { download, fileName } from '../ui/download';

/** Buttons that save a drawing, given as SVG text, as SVG and as PNG. */
export function exportButtons(
  testId: string,
  title: string,
  svgText: () => string,
): HTMLButtonElement[] {
  const name = (extension: string) => fileName(['disgnn', title.toLowerCase()], extension);
  const make = (label: string, save: () => void) =>
    button(
      label,
      {
        class: 'small-button',
        testId: `${testId}-${label.toLowerCase()}`,
        aria: { label: `Download ${title} as ${label}` },
      },
      save,
    );
  return [
    make('SVG', () => {
      download(name('svg'), new Blob([withBackground(svgText())], { type: 'image/svg+xml' }));
    }),
    make('PNG', () => {
      void toPng(withBackground(svgText()))
        .then((image) => download(name('png'), image))
        .catch(() => announce(`${title} could not be saved as PNG.`));
    }),
  ];
}

/** Charts are transparent on the page; alone they need the ground their colours were made for. */
function withBackground(svg: string): string {
  const ground = `<rect width="100%" height="100%" fill="${currentTheme().surface}"/>`;
  return svg.replace(/<svg[^>]*>/, (opening) => `${opening}${ground}`);
}

async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  // A data address keeps the canvas readable where blob addresses count as foreign (file://).
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = 2;
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}
