// The types of the API. Generated from openapi.json by `npm run types`: change the structs of the server instead.

/** How many hits of one sort. */
export interface Count {
  /** The length of the list that pages are cut out of. */
  total: number;
  /** Whether `total` is the number of all hits (`exact`), or there may be more (`at_least`). */
  total_is: TotalIs;
  /** The kind of results. */
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
  /** The object of the event: the id of a hit, an address of a page. */
  target?: string | null;
}

/** A remark or repair of the reader of formulas. */
export interface Finding {
  /** A stable name. */
  code: string;
  /** A hint on what to do about it. */
  hint: string;
  /** The message. */
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
  /** The field of a filter. */
  field: "tag" | "kind" | "site" | "after" | "before" | "is" | "votes";
  /** The value as it was read: lower case, dates as `2015-03-14`. */
  value: string;
}

/** A formula of a query, as it was read. */
export interface ReadFormula {
  /** Remarks and repairs of the reader; spans point into the query. */
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
  /** A hint on what to do about it. */
  hint: string;
  /** The remark. */
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
  /** Filters, one for each value, those of one field together. */
  filters: ReadFilter[];
  /** Whether it is one formula and nothing else, so that formulas are looked for. */
  is_formula: boolean;
  /** How the query asks. */
  manner: string;
  /** Parts that were dropped or are doubtful. */
  notes: ReadNote[];
  /** Words, phrases and formulas, in order. */
  parts: ReadPart[];
  /** The reading of the query, in one line. */
  read_as: string;
  /** The query; places point into it. Pasted HTML is shown as its text. */
  source: string;
  /** Of the JSON. */
  version: number;
  /** The kinds of content that the query wants. */
  wanted: string[];
}

/** Something that could be typed. */
export interface Suggested {
  /** The same as HTML, with formulas as MathML. */
  html: string;
  /** `spelling`, `name`, `completion`, `cue`, `substitution`, `tag`, `title`, `addition` or `formula`. */
  kind: string;
  /**
   * What it is in plain words: the kind of unit with this name (`card`, `article`), or what is done to the query
   * (`did you mean`); for a formula the name of a card that has it, or the number of texts.
   */
  label: string;
  /** The whole query, changed. */
  text: string;
  /** Why it is suggested. */
  why: string;
}

/** Suggestions: queries that could be typed instead, or next. */
export interface Suggestions {
  /** Suggestions, best first. */
  suggestions: Suggested[];
  /** The query so far. */
  typed: string;
  /** Of the JSON. */
  version: number;
}

/** The meaning of a total. */
export type TotalIs = "exact" | "at_least";

/** A node of a tree, drawn after its parent. */
export interface TreeNode {
  /** How deep it stands; the root is at 0. */
  depth: number;
  /** The edge from its parent; empty at the root. */
  edge: string;
  /** Its label. */
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
  /** Remarks and repairs of the reader. */
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

/** The kind of results. */
export type Want = "formulas" | "units" | "answers" | "questions";
