// A dataset, as CSV tables, whose every name tries to do harm. Written as bytes: not all of it is
// text. NUL is missing: tables that hold it are refused (tests/unit/data/csv_test.cpp).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bytes = (...parts) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );

/** What is put into names; the page must show each as text. */
export const harmfulNames = [
  bytes('<script>window.attacked = true; alert(1)</script>'),
  bytes('</script><script>window.attacked = true</script>'),
  bytes('<!-- <script>'),
  bytes(']]><img src=x onerror="window.attacked = true">'),
  bytes('"double" and \'single\' & &lt;entity&gt; &amp;'),
  bytes('javascript:alert(1)'),
  bytes('line\u2028separator\u2029paragraph'),
  bytes('\u202eright to left\u202c \u200f\u05d0\u05d1\u05d2\u200e'),
  bytes('x'.repeat(10_000)),
  bytes('caf', 0xe9, ' in Latin-1'),
  bytes('lone ', 0x80, 0xbf, ' continuation'),
  bytes('overlong ', 0xc0, 0xaf, ' and cut off ', 0xe2, 0x82),
  bytes('surrogate ', 0xed, 0xa0, 0x80),
  bytes('bell ', 7, ' escape ', 27, '[31m'),
  bytes('two\nlines\tand a tab'),
  bytes('{a|style} ${b} {{c}} %s %n'),
  bytes('=HYPERLINK("http://example.org","x")'),
  bytes('../../etc/passwd'),
  bytes('__proto__'),
  bytes('constructor'),
  bytes('\u{1f98a} emoji and combining a\u0300\u0301\u0302'),
];

const cell = (name) => {
  const parts = [Buffer.from('"')];
  for (const byte of name) parts.push(Buffer.from(byte === 0x22 ? [0x22, 0x22] : [byte]));
  return Buffer.concat([...parts, Buffer.from('"')]);
};

const line = (cells) =>
  Buffer.concat([
    ...cells.flatMap((one, index) => (index > 0 ? [Buffer.from(','), one] : [one])),
    Buffer.from('\n'),
  ]);

/** Ids of its nodes: each name once, then plain ones. */
export const hostileIds = Array.from(
  { length: 120 },
  (_, node) => harmfulNames[node] ?? bytes(`node ${node} & <b>`),
);
/** Classes are names too; one per six nodes, so that each can be learned and tested. */
export const hostileClasses = harmfulNames.slice(0, 13);
const relations = [harmfulNames[0], harmfulNames[9], harmfulNames[8]];

/** As a browser reads it: what is not UTF-8 becomes the replacement character. */
export const shownText = (name) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(name);

/** Writes nodes.csv and edges.csv; a node has its class in its features. */
export function writeHostileDataset(folder) {
  mkdirSync(folder, { recursive: true });
  const features = harmfulNames.slice(0, hostileClasses.length);
  const plain = (text) => Buffer.from(String(text));
  const nodes = [line([plain('id'), plain('label'), ...features.map(cell)])];
  const edges = [line([plain('source'), plain('target'), plain('relation')])];
  const count = hostileIds.length;
  for (let node = 0; node < count; node++) {
    const own = node % hostileClasses.length;
    nodes.push(
      line([
        cell(hostileIds[node]),
        cell(hostileClasses[own]),
        ...features.map((_, c) => plain(c === own || (node + c) % 11 === 0 ? 1 : 0)),
      ]),
    );
    for (const [index, step] of [hostileClasses.length, 1, 5].entries()) {
      edges.push(
        line([
          cell(hostileIds[node]),
          cell(hostileIds[(node + step) % count]),
          cell(relations[index]),
        ]),
      );
    }
  }
  writeFileSync(join(folder, 'nodes.csv'), Buffer.concat(nodes));
  writeFileSync(join(folder, 'edges.csv'), Buffer.concat(edges));
}
