// Writes the types of the API's responses, src/api.ts, from the OpenAPI document, openapi.json, which a test of the
// server keeps equal to what `perga serve` sends. With `--check` nothing is written: it fails if the file is out of date.
//
// What it is not: a generator for any OpenAPI document. It knows the schemas that our server writes and stops at others.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(web, "src", "api.ts");

const HEAD = `// The types of the API. Generated from openapi.json by \`npm run types\`: change the structs of the server instead.\n`;

/** What the scripts send and receive; the types that these are made of come with them. */
const USED = ["Counts", "Event", "Reading", "Suggestions", "Trees"];

const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

function comment(text, indent) {
  if (!text) return "";
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** The fields of an object, each in its own lines. */
function fields(schema, indent) {
  const required = new Set(schema.required ?? []);
  const inner = `${indent}  `;
  const field = ([name, value]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(value.description, inner)}${inner}${key}${required.has(name) ? "" : "?"}: ${type(value, inner)};\n`;
  };
  return `{\n${Object.entries(schema.properties ?? {}).map(field).join("")}${indent}}`;
}

function array(schema, indent) {
  const item = type(schema.items, indent);
  if (schema.minItems !== undefined && schema.minItems === schema.maxItems) {
    return `[${Array(schema.minItems).fill(item).join(", ")}]`;
  }
  return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

/** A schema as a TypeScript type. */
function type(schema, indent) {
  if (schema.$ref) return schema.$ref.slice("#/components/schemas/".length);
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return options.map((option) => type(option, indent)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one }, indent)).join(" | ");
  if (schema.type === "array") return array(schema, indent);
  if (schema.type === "object" && schema.additionalProperties) {
    return `Record<string, ${type(schema.additionalProperties, indent)}>`;
  }
  if (schema.type === "object") return fields(schema, indent);
  if (schema.type in PLAIN) return PLAIN[schema.type];
  if (Object.keys(schema).every((key) => key === "description")) return "unknown";
  throw new Error(`types.mjs does not know this schema: ${JSON.stringify(schema)}`);
}

function declaration(name, schema) {
  const said = comment(schema.description, "");
  return schema.properties
    ? `${said}export interface ${name} ${fields(schema, "")}\n`
    : `${said}export type ${name} = ${type(schema, "")};\n`;
}

/** The names of some schemas and of all that they refer to, in alphabetical order. */
function withParts(names, schemas) {
  const found = new Set(names);
  // A set that grows while it is walked is walked to its end.
  for (const name of found) {
    for (const [, part] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) found.add(part);
  }
  return [...found].sort();
}

const { schemas } = JSON.parse(readFileSync(join(web, "openapi.json"), "utf8")).components;
const written = [HEAD, ...withParts(USED, schemas).map((name) => declaration(name, schemas[name]))].join("\n");

if (!process.argv.includes("--check")) {
  writeFileSync(target, written);
} else if (readFileSync(target, "utf8") !== written) {
  console.error("src/api.ts is out of date\nhint: run `npm run types`");
  process.exitCode = 1;
}
