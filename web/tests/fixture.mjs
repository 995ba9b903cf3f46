// Makes report documents (docs/report-data.md) for the tests; nothing in them is measured.

/** Numbers that look random and are the same every time (mulberry32). */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const arrayTypes = {
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
};

export function pack(type, shape, values, scale) {
  const array = arrayTypes[type].from(values);
  const data = Buffer.from(array.buffer).toString('base64');
  return scale === undefined ? { type, shape, data } : { type, shape, scale, data };
}

export function unpack(packed) {
  const bytes = Buffer.from(packed.data, 'base64');
  const copy = new Uint8Array(bytes).buffer;
  return Array.from(new arrayTypes[packed.type](copy), (value) => value * (packed.scale ?? 1));
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

function makeGraph({ nodeCount, edgeCount, classes, random }) {
  const label = Array.from({ length: nodeCount }, () => Math.floor(random() * classes));
  const byClass = Array.from({ length: classes }, (_, c) =>
    label.flatMap((own, node) => (own === c ? [node] : [])),
  );
  const seen = new Set();
  const pairs = [];
  for (let tries = 0; pairs.length < edgeCount && tries < 50 * edgeCount; tries++) {
    const from = Math.floor(random() * nodeCount);
    const relation = random() < 0.1 ? -1 : Math.floor(random() * 3);
    const own = byClass[label[from]];
    const to =
      relation === 0 ? own[Math.floor(random() * own.length)] : Math.floor(random() * nodeCount);
    const key = from < to ? `${from}-${to}` : `${to}-${from}`;
    if (from === to || to === undefined || seen.has(key)) continue;
    seen.add(key);
    pairs.push({ from, to, relation });
  }
  return { label, pairs };
}

/** The position and fourteen further components that tell the classes apart less and less. */
function makeComponents({ label, position }) {
  const random = randomNumbers(16);
  const values = label.flatMap((own, node) =>
    Array.from({ length: 16 }, (_, c) => {
      const value = c < 2 ? position[2 * node + c] : random() + (own % 16 === c ? 4 / c : 0);
      return Math.round(5000 * value);
    }),
  );
  return pack('i16', [label.length, 16], values, 1 / 5000);
}

function makeNodes({ nodeCount, classes, channels, label, pairs, ids, random, unlabelledShare }) {
  const predicted = [];
  const probabilities = [];
  const position = [];
  const split = [];
  const shown = label.map((own) => (random() < unlabelledShare ? -1 : own));
  for (let node = 0; node < nodeCount; node++) {
    const guess = random() < 0.85 ? label[node] : Math.floor(random() * classes);
    const scores = Array.from(
      { length: classes },
      (_, c) => random() + (c === guess ? 1 + 4 * random() : 0),
    );
    const row = scores.map((score) => Math.round((65535 * score) / sum(scores)));
    predicted.push(row.indexOf(Math.max(...row)));
    probabilities.push(...row);
    const angle = (2 * Math.PI * label[node]) / classes;
    position.push(
      3 * Math.cos(angle) + random() + random(),
      3 * Math.sin(angle) + random() + random(),
    );
    const draw = random();
    split.push(shown[node] < 0 ? 0 : draw < 0.3 ? 1 : draw < 0.6 ? 2 : 3);
  }
  const degree = new Array(nodeCount).fill(0);
  for (const { from, to } of pairs) {
    degree[from] += 1;
    degree[to] += 1;
  }
  const parts = Array.from({ length: nodeCount * channels }, () => 2 * random() - 0.5);
  const logit = Array.from(
    { length: nodeCount },
    (_, node) => sum(parts.slice(node * channels, (node + 1) * channels)) + random(),
  );
  return {
    total: nodeCount,
    count: nodeCount,
    ids,
    label: pack('i16', [nodeCount], shown),
    predicted: pack('i16', [nodeCount], predicted),
    probabilities: pack('u16', [nodeCount, classes], probabilities, 1 / 65535),
    split: pack('u8', [nodeCount], split),
    degree: pack('u32', [nodeCount], degree),
    position: pack('f32', [nodeCount, 2], position),
    explained: [0.4123, 0.2345],
    components: makeComponents({ label, position }),
    logit: pack('f32', [nodeCount], logit),
    parts: channels > 0 ? pack('f32', [nodeCount, channels], parts) : null,
  };
}

function makeEdges({ pairs, channels, layers, relationsKnown, total, directed, random }) {
  const entries = pairs.flatMap(({ from, to, relation }) => [
    { source: from, target: to, relation },
    ...(directed ? [] : [{ source: to, target: from, relation }]),
  ]);
  const rows = entries.length;
  const layer = () => {
    const existence = [];
    const weight = [];
    const dominant = [];
    for (const { relation } of entries) {
      const row = Array.from({ length: channels }, (_, c) =>
        Math.min(255, 40 + 120 * random() + (c === relation + 1 ? 90 : 0)),
      );
      existence.push(...row.map(Math.round));
      weight.push(...row.map((value) => Math.round(60 * value * random())));
      dominant.push(row.indexOf(Math.max(...row)));
    }
    return {
      existence: pack('u8', [rows, channels], existence, 1 / 255),
      weight: pack('u16', [rows, channels], weight, 1 / 65535),
      dominant: pack('u8', [rows], dominant),
    };
  };
  return {
    total: total ?? pairs.length,
    kept: pairs.length,
    directed,
    source: pack(
      'u32',
      [rows],
      entries.map((entry) => entry.source),
    ),
    target: pack(
      'u32',
      [rows],
      entries.map((entry) => entry.target),
    ),
    layers: channels > 0 ? Array.from({ length: layers }, layer) : [],
    contribution:
      channels > 0
        ? pack(
            'i16',
            [rows, channels],
            Array.from({ length: rows * channels }, () => Math.round(4000 * (random() - 0.4))),
            1e-4,
          )
        : null,
    relation: relationsKnown
      ? pack(
          'i16',
          [rows],
          entries.map((entry) => entry.relation),
        )
      : null,
  };
}

function makeChannels({ channels, layers, classes, relationsKnown, edges, nodes, random }) {
  if (channels === 0) return null;
  const label = unpack(nodes.label);
  const source = unpack(edges.source);
  const target = unpack(edges.target);
  const relation = edges.relation && unpack(edges.relation);
  const correlation = () => {
    const table = Array.from({ length: channels }, () => new Array(channels).fill(1));
    for (let a = 0; a < channels; a++) {
      for (let b = a + 1; b < channels; b++)
        table[a][b] = table[b][a] = Number((2 * random() - 1).toFixed(4));
    }
    return table;
  };
  const histogram = (high) => ({
    bounds: Array.from({ length: 21 }, (_, b) => (high * b) / 20),
    counts: Array.from({ length: channels }, (_, c) =>
      Array.from({ length: 20 }, (_unused, b) =>
        Math.round(400 * Math.exp(-(((b - 6 - 2 * c) / 4) ** 2)) + 5 * random()),
      ),
    ),
  });
  return {
    count: channels,
    homo: Math.ceil(channels / 2),
    nmi_of_somebody_who_knows: relationsKnown ? { same_class: 0.436, true_memberships: 0.745 } : null,
    relations: relationsKnown ? ['department', 'club', 'dormitory'] : null,
    layers: Array.from({ length: layers }, (_, l) => {
      const dominant = unpack(edges.layers[l].dominant);
      const mixing = Array.from({ length: channels }, () =>
        Array.from({ length: classes }, () => new Array(classes).fill(0)),
      );
      const relations = Array.from({ length: channels }, () => [0, 0, 0]);
      dominant.forEach((channel, entry) => {
        const from = label[source[entry]];
        const to = label[target[entry]];
        if (from >= 0 && to >= 0) mixing[channel][from][to] += 1;
        if (relation && relation[entry] >= 0) relations[channel][relation[entry]] += 1;
      });
      const inside = mixing.map((table) => sum(table.map((row, c) => row[c])));
      const all = mixing.map((table) => sum(table.flat()));
      return {
        correlation_weight: correlation(),
        correlation_existence: correlation(),
        dominant_share: mixing.map(
          (_, c) =>
            dominant.filter((channel) => channel === c).length / Math.max(dominant.length, 1),
        ),
        homo_rate: all.map((number, c) => (number > 0 ? inside[c] / number : null)),
        mixing,
        existence_histogram: histogram(1),
        weight_histogram: histogram(3),
        relation_table: relationsKnown ? relations : null,
        homophily_auc: 0.9 + 0.01 * l,
        relation_nmi: relationsKnown ? 0.12 + 0.01 * l : null,
      };
    }),
  };
}

function makeErrors({ nodes, classes }) {
  const label = unpack(nodes.label);
  const predicted = unpack(nodes.predicted);
  const split = unpack(nodes.split);
  const probabilities = unpack(nodes.probabilities);
  const confidence = (node) => probabilities[node * classes + predicted[node]];
  const test = label.flatMap((own, node) => (own >= 0 && split[node] === 3 ? [node] : []));
  const confusion = Array.from({ length: classes }, () => new Array(classes).fill(0));
  for (const node of test) confusion[label[node]][predicted[node]] += 1;
  const perClass = confusion.map((row, c) => {
    const support = sum(row);
    const chosen = sum(confusion.map((line) => line[c]));
    const precision = chosen > 0 ? row[c] / chosen : 0;
    const recall = support > 0 ? row[c] / support : 0;
    return {
      precision,
      recall,
      f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0,
      support,
    };
  });
  const bins = Array.from({ length: 10 }, (_, b) => {
    const low = b / 10;
    const high = (b + 1) / 10;
    const inside = test.filter((node) => confidence(node) > low && confidence(node) <= high);
    const right = inside.filter((node) => label[node] === predicted[node]).length;
    return {
      low,
      high,
      count: inside.length,
      confidence: inside.length > 0 ? sum(inside.map(confidence)) / inside.length : null,
      accuracy: inside.length > 0 ? right / inside.length : null,
    };
  });
  const right = sum(confusion.map((row, c) => row[c]));
  return {
    nodes: test.length,
    accuracy: test.length > 0 ? right / test.length : null,
    macro_f1: test.length > 0 ? sum(perClass.map((score) => score.f1)) / classes : null,
    confusion,
    per_class: perClass,
    calibration: {
      bins,
      ece:
        test.length > 0
          ? sum(
              bins.map((bin) => bin.count * Math.abs((bin.accuracy ?? 0) - (bin.confidence ?? 0))),
            ) / test.length
          : null,
    },
    mistakes: test
      .filter((node) => label[node] !== predicted[node])
      .map((node) => ({ node, confidence: confidence(node) }))
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, 100),
  };
}

function makeTraining({ seeds, epochs, random, channels }) {
  return Array.from({ length: seeds }, (_, seed) => {
    const epoch = Array.from({ length: epochs }, (_unused, e) => e + 1);
    const curve = (from, to) =>
      epoch.map((e) => to + (from - to) * Math.exp(-e / 12) + 0.02 * (random() - 0.5));
    const losses = { node: curve(1.7, 0.4) };
    if (channels > 0) {
      Object.assign(losses, {
        edge: curve(1.6, 0.9),
        conform: curve(2.9, 1.8),
        channel: curve(2.8, 0.5),
        full: curve(4.7, 2.2),
      });
    }
    const accuracy = curve(0.3, 0.86);
    const best = accuracy.indexOf(Math.max(...accuracy));
    return {
      seed,
      best_epoch: best + 1,
      epoch,
      train_accuracy: curve(0.4, 0.97),
      val_accuracy: accuracy,
      val_loss: curve(1.7, 0.55),
      seconds: epoch.map((e) => 0.4 * e),
      losses,
    };
  });
}

function makeSummary({ training, errors, channels, layers }) {
  const runs = training.map((log, index) => ({
    seed: log.seed,
    best_epoch: log.best_epoch,
    epochs: log.epoch.length,
    val_accuracy: log.val_accuracy[log.best_epoch - 1],
    test_accuracy: (errors.accuracy ?? 0) - 0.004 * index,
    test_macro_f1: (errors.macro_f1 ?? 0) - 0.005 * index,
    seconds: log.seconds.at(-1),
  }));
  const spread = (values) => {
    const mean = sum(values) / values.length;
    const std =
      values.length > 1
        ? Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1))
        : 0;
    return { mean, std };
  };
  return {
    format: 'disgnn-summary-1',
    runs,
    test: {
      accuracy: spread(runs.map((run) => run.test_accuracy)),
      macro_f1: spread(runs.map((run) => run.test_macro_f1)),
    },
    timing: { class_step_ms: 45.2054495, full_step_ms: 137.4986315, epoch_ms: 389.293323 },
    peak_rss_mb: 228.37890625,
    disentanglement:
      channels > 0
        ? {
            homophily_auc: {
              layers: Array.from({ length: layers }, (_, l) => 0.9 + 0.01 * l),
              best: 0.9 + 0.01 * (layers - 1),
            },
            nmi: 0.12577886395836152,
            relation_auc: 0.72503967578125,
          }
        : null,
  };
}

export function makeRun(options) {
  const settings = {
    name: 'campus',
    model: 'disgnn',
    nodeCount: 240,
    edgeCount: 1200,
    classes: 6,
    channels: 4,
    layers: 2,
    seeds: 3,
    epochs: 60,
    seed: 1,
    ids: null,
    classNames: null,
    relationsKnown: true,
    unlabelledShare: 0.02,
    total: undefined,
    directed: false,
    warnings: [
      '12 nodes share neighbours and label with another one: test nodes may repeat training nodes',
    ],
    ...options,
  };
  const random = randomNumbers(settings.seed);
  const graph = makeGraph({ ...settings, random });
  const common = { ...settings, ...graph, random };
  const nodes = makeNodes(common);
  const edges = makeEdges(common);
  const channels = makeChannels({ ...common, nodes, edges });
  const errors = makeErrors({ nodes, classes: settings.classes });
  const training = makeTraining(common);
  const classes =
    settings.classNames ?? Array.from({ length: settings.classes }, (_, c) => `department-${c}`);
  const labels = unpack(nodes.label);
  const unlabelled = labels.filter((own) => own < 0).length;
  return {
    name: settings.name,
    folder: `runs/${settings.name}`,
    command: `disgnn train --config runs/${settings.name}/config.toml --out runs/${settings.name}-again`,
    model: settings.model,
    seed: 0,
    settings: [
      { section: 'data', name: 'data', value: '', changed: false },
      {
        section: 'model',
        name: 'model',
        value: settings.model,
        changed: settings.model !== 'disgnn',
      },
      { section: 'model', name: 'channels', value: settings.channels, changed: false },
      { section: 'model', name: 'hidden', value: 64, changed: false },
      { section: 'train', name: 'epochs', value: settings.epochs, changed: true },
      { section: 'train', name: 'seeds', value: settings.seeds, changed: true },
    ],
    summary: makeSummary({ ...common, training, errors }),
    dataset: {
      name: settings.name,
      nodes: settings.nodeCount,
      edges: settings.total ?? graph.pairs.length,
      entries: 2 * (settings.total ?? graph.pairs.length) + settings.nodeCount,
      directed: settings.directed,
      features: 550,
      sparse_features: true,
      classes: settings.classes,
      class_sizes: Object.fromEntries(
        classes.map((name, c) => [name, labels.filter((own) => own === c).length]),
      ),
      relations: settings.relationsKnown ? ['department', 'club', 'dormitory'] : [],
      public_splits: 0,
      degree: { min: 1, median: 10, mean: 10.03, max: 28 },
      isolated_nodes: 0,
      components: 1,
      largest_component: settings.nodeCount,
      homophily: { edge: 0.4215, adjusted: 0.3054 },
      audit: {
        duplicated_nodes: 12,
        duplicated_groups: 5,
        self_loops: 0,
        repeated_edges: 3,
        constant_features: 0,
        nodes_without_features: 1,
        unlabelled_nodes: unlabelled,
        unlabelled_share: unlabelled / settings.nodeCount,
      },
      warnings: settings.warnings,
    },
    training,
    classes,
    nodes,
    edges,
    channels,
    errors,
  };
}

export function makeReport(runs) {
  return {
    format: 'disgnn-report-1',
    created: '2026-11-16T18:00:00Z',
    program: 'disgnn 0.6.0 (5809c25)',
    runs,
  };
}

export const campus = () => makeReport([makeRun({})]);

export const baseline = () =>
  makeReport([makeRun({ name: 'gcn', model: 'gcn', channels: 0, relationsKnown: false })]);

export const directed = () => makeReport([makeRun({ name: 'directed', directed: true })]);

export const twoRuns = () =>
  makeReport([
    makeRun({}),
    makeRun({
      name: 'campus-base',
      model: 'disgnn-base',
      seed: 2,
      channels: 6,
      layers: 1,
      seeds: 2,
    }),
  ]);

/** As many edges as are drawn at once, and more that are only kept. */
export const large = () =>
  makeReport([
    makeRun({
      name: 'large',
      nodeCount: 5200,
      edgeCount: 26_000,
      classes: 5,
      total: 198_493,
      seeds: 1,
      relationsKnown: false,
    }),
  ]);

/** More nodes than are drawn at once. */
export const manyNodes = () =>
  makeReport([
    makeRun({
      name: 'many-nodes',
      nodeCount: 30_000,
      edgeCount: 40_000,
      channels: 2,
      layers: 1,
      seeds: 1,
      relationsKnown: false,
    }),
  ]);

export const manyClasses = () =>
  makeReport([
    makeRun({
      name: 'many-classes',
      nodeCount: 1500,
      edgeCount: 6000,
      classes: 70,
      channels: 8,
      seeds: 1,
      relationsKnown: false,
    }),
  ]);

export const hostileTexts = [
  '<script>window.attacked = true; alert(1)</script>',
  '"><img src=x onerror="window.attacked = true">',
  "'; DROP TABLE nodes; --",
  '=HYPERLINK("http://example.org","x")',
  `long ${'x'.repeat(10_000)}`,
  '\u202eright to left\u202c \u05d0\u05d1\u05d2',
  'broken \ufffd\ufffd text',
  '',
  '{a|styled} {b} {c}',
  '</script><b>bold</b>',
  'line\nbreak\ttab',
  '__proto__',
];

export function hostile() {
  const nodeCount = 80;
  const ids = Array.from(
    { length: nodeCount },
    (_, node) => hostileTexts[node] ?? `node ${node} & <b>`,
  );
  const run = makeRun({
    name: '<img src=x onerror=alert(1)>',
    nodeCount,
    edgeCount: 300,
    ids,
    classNames: hostileTexts.slice(0, 6),
    warnings: ['<script>alert("warning")</script>', 'w'.repeat(3000)],
  });
  run.command = 'disgnn train --data "<script>alert(1)</script>"';
  run.channels.relations = ['<u>club</u>', '__proto__', ''];
  return makeReport([run]);
}

/** Still training: no model yet, no summary. */
export function training() {
  const run = makeRun({ name: 'training', seeds: 1, epochs: 7 });
  return makeReport([
    { ...run, summary: null, nodes: null, edges: null, channels: null, errors: null },
  ]);
}

/** The smallest of everything. */
export function tiny() {
  const run = makeRun({
    name: 'tiny',
    nodeCount: 3,
    edgeCount: 0,
    classes: 1,
    channels: 1,
    layers: 1,
    seeds: 1,
    epochs: 1,
    relationsKnown: false,
  });
  run.errors = {
    nodes: 0,
    accuracy: null,
    macro_f1: null,
    confusion: [[0]],
    per_class: [],
    calibration: null,
    mistakes: [],
  };
  run.channels.layers[0].homo_rate = [null];
  return makeReport([run]);
}
