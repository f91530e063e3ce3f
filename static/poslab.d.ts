/**
 * PosLab (位置实验室): see what position does in a Transformer.
 *
 * ```js
 * import { load } from "./poslab.js";
 * const lab = await load();
 * const { rotation } = await lab.encode({ scheme: { id: "rope" }, d_model: 64, heads: 1, n: 16 });
 * ```
 *
 * A request that isn't allowed rejects with an `Error` whose message names the property, the value given and what is
 * allowed; the lab stays usable.
 */

/** Opens a lab: on the GPU where a real one is granted, else on the CPU. `"gpu"` rejects where no adapter is granted. */
export function load(options?: { backend?: "auto" | "gpu" | "cpu" }): Promise<Lab>;

/** Loads the WebAssembly without opening a lab. */
export function start(): Promise<unknown>;

/** Numbers in row-major order. */
export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** A text in both languages. */
export interface Bilingual {
  zh: string;
  en: string;
}

/** Where programs run. */
export interface Lab {
  /** Which executor computes. After the GPU was lost, the next call opens another, or the CPU. */
  readonly backend: "gpu" | "cpu";
  /** What the browser tells of the GPU; `""` on the CPU. */
  readonly adapter: string;
  /** Every positional encoding. */
  schemes(): SchemeInfo[];
  /** What an encoding lets in through each of the four doors. */
  encode(request: EncodeRequest): Promise<Doors>;
  /** Attention alone, on given q, k, v. */
  attend(request: AttendRequest): Promise<Attended>;
  /** The tiny Transformer on a text. */
  forward(request: ForwardRequest): Promise<Forward>;
  /**
   * Trains one model an encoding, all from the same weights and on the same data, and tests them. `on` hears of progress; `signal`
   * ends it, and the promise rejects with the signal's reason.
   */
  train(request: TrainRequest, on?: (progress: Progress) => void, signal?: AbortSignal): Promise<Trained>;
  /** How long a workload takes here, after warming up. */
  bench(request: BenchRequest): Promise<Timing>;
  /** Mounts a view into a shadow root of `element`; events as on `<pos-lab>`. */
  mount(element: HTMLElement, config?: Settings): View;
  /** What the browser's compiler said of every shader; empty on the CPU. */
  diagnose(): Promise<{ shader: string; entries: string[]; messages: string[] }[]>;
  /** Unmounts this lab's views; frees the device and every buffer that no other lab or view uses. */
  destroy(): void;
}

/** A mounted view. */
export interface View {
  /** Changes these settings and keeps the others; `null` puts one back to its default. */
  update(config: Settings): void;
  unmount(): void;
}

/** Properties by name, as in the link and the attributes of `<pos-lab>`: `{ text: "猫追老鼠", positions: "on" }`. */
export type Settings = Record<string, string | number | boolean | string[] | null | undefined>;

/**
 * A positional encoding and its parameters: `{ id: "rope", base: 10000, pairing: "half_split" }`. Lists and tables are arrays:
 * `{ id: "hybrid", marked: [0, 3] }`, and of a table of your own, row p is added at position p:
 * `{ id: "table", table: [[0, 1], [1, 0]] }`. Its rows are equally long and at most `d_model` wide; dimensions left over get 0, and a
 * position without a row is refused.
 */
export type Scheme = { id: string } & Record<string, number | string | boolean | object>;

export interface SchemeInfo {
  id: string;
  names: Bilingual;
  /** One sentence on what it does. */
  summary: Bilingual;
  doors: ("input" | "rotation" | "bias" | "relative")[];
  parameters: ParameterInfo[];
  /** Where it was published. */
  source: string;
}

export interface ParameterInfo {
  name: string;
  kind: "whole" | "real" | "flag" | "choice" | "text";
  default: number | string | boolean;
  /** Of numbers: smallest and largest, both allowed. */
  range?: [number, number];
  /** Of choices. */
  choices?: string[];
  label: Bilingual;
  help: Bilingual;
}

export interface EncodeRequest {
  scheme: Scheme;
  /** 2 to 1,024. */
  d_model: number;
  /** 1 to 128, a divisor of `d_model`; 1 where it isn't given. */
  heads?: number;
  /** Any whole numbers; at most 8,192 of them. */
  positions?: number[];
  /** Instead of `positions`: 0, 1, ..., n - 1. */
  n?: number;
  /** Of tables that training would learn. */
  seed?: number;
  /** Angles in plain 32-bit arithmetic, which fails at large positions; kept because seeing it fail is a lesson. */
  naive_trig?: boolean;
}

/** What an encoding lets in; a door that it leaves shut is `null`. */
export interface Doors {
  /** Door 1, [n, d_model]: added to the embedding. */
  input: Tensor | null;
  /** Door 2: `angle` [n, rotary_dim/2] in radians, reduced to (-pi, pi]. */
  rotation: { angle: Tensor; inv_freq: number[]; attention_factor: number } | null;
  /** Door 3, [heads, n, n], query by key: added to the score. */
  bias: Tensor | null;
  /**
   * Door 4: vectors by offset, [rows, head_dim] each; [rows, heads * head_dim] where every head has its own (`transformer_xl`, `deberta`).
   * Of `cope`, whose positions are counted from query and key, `key` holds the vector of each count and there is no index.
   */
  relative: { key: Tensor | null; value: Tensor | null; query: Tensor | null } | null;
  /** [n, n]: the row that query i and key j look up, where a scheme has a table by offset. */
  index: Tensor | null;
  /** One a head, where the bias is a slope times a distance. */
  slopes?: number[];
  /** [heads, n, n]: what every weight is multiplied by after the softmax (`distance_decay` as it reads "weights"). */
  damping?: Tensor;
  /** [heads, n, n]: the mask m of a bias that is the score times m (`content_gate`). */
  gate?: Tensor;
}

export interface AttendRequest {
  /** [heads][nq][head_dim]. With fewer queries than keys (a cache), the queries are the last ones. */
  q: number[][][];
  /** [heads][nk][head_dim]. */
  k: number[][][];
  /** [heads][nk][head_dim]. */
  v: number[][][];
  /** None where it isn't given. Door 1 lies outside attention, so a scheme that opens it does nothing here. */
  scheme?: Scheme;
  /** One for each key; 0, 1, ... where they aren't given. */
  positions?: number[];
  /** [heads][nq][nk], each axis may be 1: added to the scores, besides what the scheme adds. */
  bias?: number[][][];
  /** Whether a query sees only its own position and earlier ones. */
  causal?: boolean;
  /** One for each key: `true` is padding, which no query sees. */
  key_padding?: boolean[];
  /** 1/sqrt(head_dim) where it isn't given. */
  scale?: number;
  seed?: number;
}

export interface Attended {
  /** [heads, nq, head_dim], after rotation. */
  q: Tensor;
  /** [heads, nk, head_dim], after rotation. */
  k: Tensor;
  /** [heads, nq, nk], before the mask and the softmax; `null` where a map would pass 128 MiB. */
  scores: Tensor;
  /** [heads, nq, nk]; `null` where a map would pass 128 MiB. A query that sees no key has zeros. */
  attention: Tensor;
  /** [heads, nq, head_dim]. */
  output: Tensor;
}

/** Exactly one of `text`, `tokens` and `ids`. */
export interface ForwardRequest {
  text?: string;
  tokens?: string[];
  ids?: number[];
  /** Ids run from 0 to one less; 1,000 with the tokenizer "ids", 1,000,000 with `ids`. */
  vocabulary?: number;
  /** Of `text`; "word" where it isn't given. */
  tokenizer?: "character" | "word" | "ids";
  /** None where it isn't given. */
  scheme?: Scheme;
  /** "off" shuts all four doors. "on" where it isn't given. */
  positions?: "on" | "off";
  model?: {
    /** 2 to 1,024; 32. */
    d_model?: number;
    /** 1 to 16, a divisor of `d_model`; 4. */
    heads?: number;
    /** 1 to 6; 1. */
    layers?: number;
    /** 4 times `d_model` where it isn't given. */
    d_ff?: number;
    /** 7. */
    seed?: number;
    causal?: boolean;
    scale_embedding?: boolean;
    embedding_std?: "one" | "inverse_sqrt_d";
    add?: "before_norm" | "after_norm" | "nowhere";
    naive_trig?: boolean;
  };
  /** One for each token, or one for each row (padding included); 0, 1, ... for the tokens where they aren't given. */
  position_ids?: number[];
  padding?: { side: "left" | "right"; count: number };
  /** Multiplies every attention weight by exp(-decay * |i - j|), not renormalised; 0 to 100. */
  decay?: number;
  /** Whether the weights are among the tensors. */
  weights?: boolean;
}

export interface Forward {
  /** What stands in each row; padding is "[pad]". */
  tokens: string[];
  /** Every named tensor of the program: "attention.0" is [heads, n, n]. Texts of more than 512 tokens have no maps. */
  tensors: Record<string, Tensor>;
  /** [d_model]: the mean of the rows that are tokens. */
  pooled: Tensor;
  metrics: {
    /** [layers][heads], in nats: the mean over the queries of -sum a ln a. */
    entropy: number[][];
  };
}

export interface TrainRequest {
  /** "role", "rolelast", "bag", "previous", "back_k", "first", "copy", "reverse", "sort", "parity", "next", "text" (Tang verse), "text_en" (English). */
  task: string;
  /** Of "back_k": how far back, 1 to 64; 4. */
  k?: number;
  /**
   * 1 to 8. Whatever an encoding's paper learns is trained: tables of learned, learned_2d, t5, swin_2d, shaw, hybrid, deberta and cope, the
   * projection and the two vectors of transformer_xl, the numbers of kerple, the network of fire.
   */
  schemes: Scheme[];
  model?: {
    /** 32. */
    d_model?: number;
    /** 4. */
    heads?: number;
    /** 2. */
    layers?: number;
    /** Twice `d_model` where it isn't given. */
    d_ff?: number;
    /** As the task has it where it isn't given. */
    causal?: boolean;
    scale_embedding?: boolean;
    embedding_std?: "one" | "inverse_sqrt_d";
  };
  /** Tokens of a training sequence. */
  length: number;
  steps: number;
  /** Sequences a step; 32. */
  batch?: number;
  /** The highest: reached after the warm-up, then a cosine down to a tenth; 0.004. */
  learning_rate?: number;
  /** Of weights and data; 7. */
  seed?: number;
  /** Lengths to test at, up to 1,024; `length`. Test data don't depend on `seed`. */
  evaluate_at?: number[];
  /**
   * Remedies to test under besides: "off" shuts all doors; "linear" (rope, sinusoidal), "ntk", "dynamic" and "yarn" (rope); "clamp", "wrap",
   * "interpolate" and "zero" (learned). Without a `factor` it is the test length over the trained one (1 for "dynamic").
   */
  evaluate_scaling?: Remedy[];
  /** Largest first position of a training sequence; each step draws one. 0. */
  random_start?: number;
  /** What positions are held in; "f32". The arithmetic is f32 all the same. Encodings that go by distance are refused where neighbours collide. */
  precision?: "f32" | "f16" | "bf16";
  /** Steps of linear warm-up; 50, or half of the steps where they are few. */
  warm_up?: number;
  /** Largest norm of a model's gradient; 1. 0: no limit. */
  clip?: number;
  /** What the learning rate is multiplied by for what encodings learn; 1. 0 leaves it as it starts. */
  position_lr?: number;
  /** How many times larger a bias (t5, swin_2d) is than the number that its table holds; 8. At 1 it learns too slowly for a short race. */
  bias_scale?: number;
  /** Probability, up to 0.9, that a number of embedding plus position is dropped while training; 0. */
  dropout_embedding?: number;
  /** The same for attention weights. */
  dropout_attention?: number;
  /** The same for what attention and feed-forward add to the residual stream. */
  dropout_residual?: number;
}

export interface Remedy {
  kind: "none" | "off" | "linear" | "ntk" | "dynamic" | "yarn" | "llama3" | "longrope" | "clamp" | "wrap" | "interpolate" | "zero";
  factor?: number;
  /** And for rope's kinds the other settings of its `scaling`: `original_length` (here the trained length), `beta_fast`, ... */
  [setting: string]: number | string | number[] | undefined;
}

/** Comes about a hundred times over the steps. Loss and accuracy are those of a batch that the models had not seen before. */
export interface Progress {
  step: number;
  steps: number;
  /** One a scheme, in nats. */
  loss: number[];
  /** One a scheme, 0 to 1. */
  accuracy: number[];
  seconds: number;
}

export interface Trained {
  schemes: {
    scheme: Scheme;
    /** In nats, at `metrics.steps`. */
    loss: number[];
    /** By test length; `null` where the scheme has no row for a position. */
    accuracy_at: Record<string, number | null>;
    /** e to the cross-entropy, by test length. */
    perplexity_at: Record<string, number | null>;
    /** At positions from `length` on (and `random_start`) only. */
    new_positions_at: Record<string, number | null>;
    /** One a remedy; `null` where it means nothing to the scheme. */
    scaled: ({
      scaling: Remedy;
      accuracy_at: Record<string, number | null>;
      perplexity_at: Record<string, number | null>;
      new_positions_at: Record<string, number | null>;
    } | null)[];
    metrics: {
      /** Steps at which the curves were read. */
      steps: number[];
      accuracy: number[];
      /** Norm of the gradient that reaches the doors (of door 2: its angles, in nats a radian); empty where the scheme opens none. */
      door_gradient: number[];
      /** [layers][heads], in nats: mean entropy of attention at the trained length, at most ln(length). */
      entropy: number[][];
      /** [layers][heads], in tokens: mean distance that attention reaches. */
      distance: number[][];
      /**
       * R² of the position read by a linear probe (ridge regression, fitted on some test sentences and scored on others) from what goes into
       * the first layer and from what each layer gives, [layers + 1]. Empty for a `d_model` above 256.
       */
      readout: number[];
      /** Numbers of position that were trained. */
      position_parameters: number;
    };
  }[];
  seconds: number;
  steps_per_second: number;
}

/** The times of the runs, in milliseconds. */
export interface Timing {
  median_ms: number;
  min_ms: number;
  max_ms: number;
  runs: number;
  /** Bytes of what the doors hold, where the request names a `scheme`. */
  bytes?: number;
}

export interface BenchRequest {
  /**
   * "encode": the sinusoidal table [n, d], up to 65,536 rows; with `scheme`, whatever its doors hold, opened anew in each run. "attention": QKV projections, rotation, causal attention, output projection. "train_step": one
   * optimiser step of `models` models, with d_ff = 4 d and 64 ids, until its loss was read.
   */
  workload: "encode" | "attention" | "train_step";
  n: number;
  /** 32 where it isn't given. */
  d?: number;
  /** 4 where it isn't given. */
  heads?: number;
  /** Of "train_step": 2 where it isn't given. */
  layers?: number;
  /** Of "train_step": sequences; 32 where it isn't given. */
  batch?: number;
  /** Of "train_step": 1 to 8; 1 where it isn't given. */
  models?: number;
  /** Of "encode": the encoding to open. */
  scheme?: Scheme;
  /** 10 where it isn't given. */
  runs?: number;
}

/** The events of `<pos-lab>` and of mounted views: bubbling and composed. `detail` is what is set, by property name. */
export interface PosLabEvents {
  "poslab-ready": CustomEvent<Record<string, string>>;
  "poslab-change": CustomEvent<Record<string, string>>;
  "poslab-error": CustomEvent<{ message: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "pos-lab": HTMLElement;
  }
  interface HTMLElementEventMap extends PosLabEvents {}
}
