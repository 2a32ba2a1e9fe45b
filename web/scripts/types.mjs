// Makes src/protocol/schema.ts from the server's own schema.
//   npm run types              asks the server (HEXFRONT_PYTHON, else ../.venv/bin/python)
//   npm run types -- FILE      reads a schema document
//   npm run types -- --check   fails when the file is not what the server says
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const OUT = 'src/protocol/schema.ts';
const args = process.argv.slice(2);
const file = args.find((each) => !each.startsWith('--'));

function ask() {
  const python = process.env.HEXFRONT_PYTHON ?? '../.venv/bin/python';
  return execFileSync(python, ['-m', 'hexfront', 'serve', '--schema'], {
    env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? '../src' },
    maxBuffer: 64 << 20,
  }).toString();
}

const schemas = JSON.parse(file ? readFileSync(file, 'utf8') : ask()).components.schemas;
const name = (ref) => ref.split('/').pop();

function type(schema) {
  if (schema.$ref) return name(schema.$ref);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return [...new Set(union.map(type))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type))
    return schema.type.map((each) => type({ ...schema, type: each })).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(type).join(', ')}]`;
      return `(${schema.items ? type(schema.items) : 'unknown'})[]`;
    case 'object':
      if (schema.properties) return fields(schema);
      return `Record<string, ${typeof schema.additionalProperties === 'object' ? type(schema.additionalProperties) : 'unknown'}>`;
    default:
      return 'unknown';
  }
}

// A field with a default may be left out by either side.
function fields(schema) {
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties ?? {}).map(
    ([key, value]) => `${JSON.stringify(key)}${required.has(key) ? '' : '?'}: ${type(value)};`,
  );
  return `{ ${lines.join('\n')} }`;
}

let text = "/* Made by scripts/types.mjs from the server's schema; do not edit. */\n\n";
for (const [key, schema] of Object.entries(schemas)) {
  if (schema.description) text += `/** ${schema.description.replace(/\s+/g, ' ')} */\n`;
  text += schema.properties
    ? `export interface ${key} ${fields(schema)}\n\n`
    : `export type ${key} = ${type(schema)};\n\n`;
}
text = await format(text, { ...(await resolveConfig(OUT)), parser: 'typescript' });

if (args.includes('--check')) {
  if (!existsSync(OUT) || readFileSync(OUT, 'utf8') !== text) {
    console.error(`${OUT} is not what the server says; run: npm run types`);
    process.exit(1);
  }
} else writeFileSync(OUT, text);
