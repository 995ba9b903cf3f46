// Bundles src/ into dist/report.html: one file, script and style inline, allowed by their hashes.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const placeholder = '<script type="application/json" id="report-data">null</script>';
const maximumBytes = 2_000_000;

async function bundle(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none', // licencesOf has the whole texts
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return { text: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs) };
}

/** The licences of the packages that went into the bundle; they ask to travel with it. */
async function licencesOf(inputs) {
  const packages = new Set(
    inputs.flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
  );
  const texts = await Promise.all(
    [...packages].sort().map(async (name) => {
      const place = folder(`node_modules/${name}/`);
      const { version, license } = JSON.parse(await readFile(`${place}package.json`, 'utf8'));
      const files = (await readdir(place)).filter((file) =>
        /^(licen[cs]e|notice)(\.\w+)?$/i.test(file),
      );
      const bodies = await Promise.all(files.map((file) => readFile(place + file, 'utf8')));
      return [`${name} ${version} (${license})`, ...bodies.map((body) => body.trim())].join('\n\n');
    }),
  );
  return texts.join('\n\n----\n\n');
}

function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function countOf(text, part) {
  return text.split(part).length - 1;
}

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const { text: script, inputs } = await bundle(folder('src/main.ts'));
const { text: style } = await bundle(folder('src/style/all.css'));
const licences = await licencesOf(inputs);
const template = await readFile(folder('src/page.html'), 'utf8');

const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  'img-src data: blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Replaced by functions: "$&" and the like inside the bundle must stay as they are.
const page = template
  .replace('__POLICY__', () => policy)
  .replace('__STYLE__', () => style)
  .replace('__LICENCES__', () => licences)
  .replace('__SCRIPT__', () => script);

const bytes = Buffer.byteLength(page);
if (countOf(page, placeholder) !== 1) throw new Error('the data placeholder must occur once');
if (countOf(script, '</script') !== 0) throw new Error('the script must not close its own element');
if (/<\/script|<!--/i.test(licences)) throw new Error('a licence would end its element');
if (countOf(style, '</style') !== 0) throw new Error('the style must not close its own element');
if (bytes > maximumBytes) throw new Error(`the page has ${bytes} bytes, more than ${maximumBytes}`);

await mkdir(folder('dist'), { recursive: true });
await writeFile(folder('dist/report.html'), page);
console.log(`dist/report.html: ${(bytes / 1024).toFixed(0)} kB`);
