// The types of the API. Generated from openapi.json by `npm run types`: change the structs of the server instead.

/** How many hits of one sort. */
export interface Count {
  /** The length of the list that pages are cut out of. */
  total: number;
  /** Whether `total` is the number of all hits (`exact`), or there may be more (`at_least`). */
  total_is: TotalIs;
  /** What was looked for. */
  want: Want;
}

/** How many hits a query has of each sort. */
export interface Counts {
  /** One for each sort. */
  counts: Count[];
  /** Of the JSON. */
  version: number;
}

/** Something that a reader did. */
export interface Event {
  /** `click`, `dwell`, `copy`, `edit` and so on. */
  kind: string;
  /** How long, in milliseconds. */
  milliseconds?: number | null;
  /** The query that was shown. */
  query?: string | null;
  /** The rank of the hit. */
  rank?: number | null;
  /** What it was done to: the id of a hit, an address of a page. */
  target?: string | null;
}

/** What the reader of formulas remarked or repaired. */
export interface Finding {
  /** A stable name. */
  code: string;
  /** What to do about it. */
  hint: string;
  /** What was found. */
  message: string;
  /** `remark` or `recovery`. */
  severity: string;
  /** The bytes of the formula it is about. */
  span: number[];
}

/** A filter of a query. */
export interface ReadFilter {
  /** Whether hits must not have it. */
  excluded: boolean;
  /** What a filter is about. */
  field: "tag" | "kind" | "site" | "after" | "before" | "is" | "votes";
  /** The value as it was read: lower case, dates as `2015-03-14`. */
  value: string;
}

/** A formula of a query, as it was read. */
export interface ReadFormula {
  /** What the reader remarked or repaired; spans point into the query. */
  diagnostics: Finding[];
  /** As MathML; variables and wildcards have the classes `b1`, `b2` and so on. */
  mathml: string;
  /** As LaTeX. */
  tex: string;
}

/** A remark on a place of a query. */
export interface ReadNote {
  /** One past its last byte. */
  end: number;
  /** What to do about it. */
  hint: string;
  /** What there is to say. */
  message: string;
  /** Its first byte. */
  start: number;
}

/** A part of a query. */
export interface ReadPart {
  /** `should`, `must` or `not`. */
  demand: string;
  /** One past its last byte. */
  end: number;
  formula?: ReadFormula | null;
  /** `word`, `phrase` or `formula`. */
  kind: string;
  /** Its first byte. */
  start: number;
  /** As it stands in the query. */
  text: string;
  /** 1, or less for what says little of what is asked. */
  weight: number;
}

/** How a query was read. */
export interface Reading {
  /** What hits are restricted to, one for each value, those of one field together. */
  filters: ReadFilter[];
  /** Whether it is one formula and nothing else, so that formulas are looked for. */
  is_formula: boolean;
  /** How it asks. */
  manner: string;
  /** What was dropped or is doubtful. */
  notes: ReadNote[];
  /** Words, phrases and formulas, in order. */
  parts: ReadPart[];
  /** How it was read, in one line. */
  read_as: string;
  /** The query; places point into it. Pasted HTML is shown as its text. */
  source: string;
  /** Of the JSON. */
  version: number;
  /** The kinds of content it wants. */
  wanted: string[];
}

/** Something that could be typed. */
export interface Suggested {
  /** The same as HTML, with formulas as MathML. */
  html: string;
  /** `spelling`, `name`, `completion`, `cue`, `substitution`, `tag`, `title`, `addition` or `formula`. */
  kind: string;
  /** The whole query, changed. */
  text: string;
  /** Why it is suggested. */
  why: string;
}

/** What could be typed instead, or next. */
export interface Suggestions {
  /** Suggestions, best first. */
  suggestions: Suggested[];
  /** What was typed so far. */
  typed: string;
  /** Of the JSON. */
  version: number;
}

/** What a total is. */
export type TotalIs = "exact" | "at_least";

/** A node of a tree, drawn after its parent. */
export interface TreeNode {
  /** How deep it stands; the root is at 0. */
  depth: number;
  /** How it hangs at its parent; empty at the root. */
  edge: string;
  /** What it is. */
  label: string;
  /** The bytes of the source that it covers. */
  span: number[];
}

/** A formula in all forms. */
export interface Trees {
  /** Both trees drawn with lines. */
  ascii: string;
  /** The operator tree in canonical form. */
  canonical: string;
  /** As Content MathML. */
  content: string;
  /** What the reader remarked or repaired. */
  diagnostics: Finding[];
  /** Layout tokens. */
  l8: string[];
  /** The layout tree node by node. */
  layout_tree: TreeNode[];
  /** As MathML, with an id for every node. */
  mathml: string;
  /** The operator tree node by node, in the order in which it is drawn. */
  operator_tree: TreeNode[];
  /** The operator tree as an S-expression. */
  opt: string;
  /** Leaf-root paths of the operator tree. */
  paths: string[];
  /** Visual id, alpha signature and structure signature. */
  signatures: string[];
  /** The layout tree. */
  slt: string;
  /** As it was typed; spans point into it. */
  source: string;
  /** As LaTeX. */
  tex: string;
  /** Symbol pairs of the layout tree. */
  tuples: string[];
  /** Of the JSON. */
  version: number;
}

/** What to look for. */
export type Want = "formulas" | "units" | "answers" | "questions";
