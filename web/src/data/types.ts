/**
 * The report document, format `disgnn-report-1`, as docs/report-data.md describes it.
 * Parts may be missing (a run that still trains, a baseline without channels): they are null.
 */

export interface PackedArray {
  type: 'u8' | 'i16' | 'u16' | 'u32' | 'f32';
  shape: number[];
  data: string;
  scale?: number;
}

export interface ReportDocument {
  format: string;
  created?: string;
  program?: string | { version?: string; commit?: string } | null;
  runs: RunDocument[];
}

export interface RunDocument {
  name: string;
  folder?: string;
  command?: string | null;
  model?: string;
  seed?: number | null;
  settings?: Setting[] | null;
  summary?: Summary | null;
  dataset?: DatasetInfo | null;
  training?: TrainingLog[] | null;
  classes?: string[] | null;
  nodes?: NodesDocument | null;
  edges?: EdgesDocument | null;
  channels?: ChannelsDocument | null;
  errors?: ErrorsDocument | null;
}

export interface Setting {
  section: string;
  name: string;
  value: unknown;
  changed: boolean;
}

export interface Spread {
  mean: number;
  std: number;
}

export interface SummaryRun {
  seed: number;
  best_epoch?: number | null;
  epochs?: number | null;
  val_accuracy?: number | null;
  test_accuracy?: number | null;
  test_macro_f1?: number | null;
  seconds?: number | null;
}

export interface Summary {
  runs?: SummaryRun[];
  test?: { accuracy?: Spread | null; macro_f1?: Spread | null } | null;
  timing?: { class_step_ms?: number; full_step_ms?: number; epoch_ms?: number } | null;
  peak_rss_mb?: number | null;
  disentanglement?: {
    homophily_auc?: {
      layers?: (number | null)[];
      validation_layers?: (number | null)[];
      best?: number | null;
      predictions?: number | null;
    } | null;
    nmi?: number | null;
    ari?: number | null;
    kmeans_nmi?: number | null;
    relation_auc?: number | null;
  } | null;
}

export interface DatasetInfo {
  name?: string;
  nodes?: number;
  edges?: number;
  entries?: number;
  directed?: boolean;
  features?: number;
  sparse_features?: boolean;
  classes?: number;
  class_sizes?: Record<string, number>;
  relations?: string[] | null;
  public_splits?: number;
  degree?: { min: number; median: number; mean: number; max: number };
  isolated_nodes?: number;
  components?: number;
  largest_component?: number;
  homophily?: { edge: number | null; adjusted: number | null };
  audit?: Record<string, number>;
  warnings?: string[];
}

export type Column = (number | null)[];

export interface TrainingLog {
  seed: number;
  best_epoch: number | null;
  epoch: number[];
  train_accuracy: Column;
  val_accuracy: Column;
  val_loss: Column;
  seconds: Column;
  losses: Record<string, Column>;
}

export interface NodesDocument {
  total?: number;
  count: number;
  ids: string[] | null;
  label: PackedArray;
  predicted: PackedArray;
  probabilities: PackedArray;
  split: PackedArray;
  degree: PackedArray;
  position: PackedArray;
  explained?: number[] | null;
  components?: PackedArray | null;
  logit: PackedArray;
  parts: PackedArray | null;
}

export interface EdgeLayerDocument {
  existence: PackedArray;
  weight: PackedArray;
  dominant: PackedArray;
}

export interface EdgesDocument {
  total: number;
  kept: number;
  directed: boolean;
  source: PackedArray;
  target: PackedArray;
  layers: EdgeLayerDocument[];
  contribution: PackedArray | null;
  relation: PackedArray | null;
}

export interface Histogram {
  bounds: number[];
  counts: number[][];
}

export interface ChannelLayer {
  correlation_weight: (number | null)[][];
  correlation_existence: (number | null)[][];
  dominant_share: (number | null)[];
  homo_rate: (number | null)[];
  mixing: number[][][];
  existence_histogram: Histogram | null;
  weight_histogram: Histogram | null;
  relation_table: number[][] | null;
  homophily_auc: number | null;
  relation_nmi: number | null;
}

export interface ChannelsDocument {
  count: number;
  homo: number;
  relations: string[] | null;
  nmi_of_somebody_who_knows?: {
    same_class: number | null;
    true_memberships: number | null;
  } | null;
  layers: ChannelLayer[];
}

export interface ClassScore {
  precision: number | null;
  recall: number | null;
  f1: number | null;
  support: number;
}

export interface CalibrationBin {
  low: number;
  high: number;
  count: number;
  confidence: number | null;
  accuracy: number | null;
}

export interface Mistake {
  node: number;
  confidence: number;
}

export interface ErrorsDocument {
  nodes: number;
  accuracy: number | null;
  macro_f1: number | null;
  confusion: number[][];
  per_class: ClassScore[];
  calibration: { bins: CalibrationBin[]; ece: number | null } | null;
  mistakes: Mistake[];
}

/** One line of metrics.jsonl, as far as the page reads it. */
export interface EpochLine {
  epoch: number;
  train_accuracy?: number | null;
  val_accuracy?: number | null;
  val_loss?: number | null;
  seconds?: number | null;
  best?: boolean;
  losses?: Record<string, number | null>;
}
